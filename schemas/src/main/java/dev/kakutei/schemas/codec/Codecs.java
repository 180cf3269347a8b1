package dev.kakutei.schemas.codec;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Canary;
import dev.kakutei.schemas.Clearance;
import dev.kakutei.schemas.ClearanceRequest;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.StatusChange;

/** Every message of the wire, with its version. */
public final class Codecs {
    public static final Codec<LedgerEvent> LEDGER_EVENT = new Codec<>(LedgerEvent.class, 1);
    public static final Codec<Command> COMMAND = new Codec<>(Command.class, 1);
    public static final Codec<OperatorAction> OPERATOR_ACTION = new Codec<>(OperatorAction.class, 1);
    public static final Codec<ActionRefusal> ACTION_REFUSAL = new Codec<>(ActionRefusal.class, 1);
    public static final Codec<Report> REPORT = new Codec<>(Report.class, 1);
    /** Version 2: an answer that is a JSON object is one, and not its text. */
    public static final Codec<Result> RESULT = new Codec<>(Result.class, 2);

    public static final Codec<StatusChange> STATUS_CHANGE = new Codec<>(StatusChange.class, 1);
    public static final Codec<Rejection> REJECTION = new Codec<>(Rejection.class, 1);
    public static final Codec<Alert> ALERT = new Codec<>(Alert.class, 1);

    public static final Codec<Canary> CANARY = new Codec<>(Canary.class, 1);

    public static final Codec<ClearanceRequest> CLEARANCE_REQUEST = new Codec<>(ClearanceRequest.class, 1);
    public static final Codec<Clearance> CLEARANCE = new Codec<>(Clearance.class, 1);

    public static final Codec<ServiceHealth> SERVICE_HEALTH = new Codec<>(ServiceHealth.class, 1);

    private Codecs() {}
}
