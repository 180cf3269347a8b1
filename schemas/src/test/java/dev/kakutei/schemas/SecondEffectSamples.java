package dev.kakutei.schemas;

import static dev.kakutei.schemas.Samples.ID;
import static dev.kakutei.schemas.Samples.T0;

import dev.kakutei.schemas.codec.Codecs;
import java.util.Map;

/** The messages of sending again where the gateway may act twice. */
final class SecondEffectSamples {
    private static final String REASON = "the customer waits, and a second order can be cancelled";

    private SecondEffectSamples() {}

    static void add(Map<String, Samples.Sample<?>> all) {
        all.put(
                "operator-action.accept-second-effect",
                new Samples.Sample<>(
                        Codecs.OPERATOR_ACTION,
                        new OperatorAction(
                                        "action-7",
                                        ID,
                                        24,
                                        OperatorAction.Type.SEND_AGAIN,
                                        "ops-1",
                                        OperatorAction.Role.OPERATOR,
                                        REASON,
                                        T0)
                                .with(SecondEffect.ACCEPTED)));
        all.put(
                "ledger-event.operator-acted.second-effect",
                new Samples.Sample<>(
                        Codecs.LEDGER_EVENT,
                        new LedgerEvent(
                                ID,
                                25,
                                T0,
                                "operator:ops-1",
                                new Fact.OperatorActed(
                                        "action-7",
                                        OperatorAction.Type.SEND_AGAIN,
                                        REASON,
                                        Outcome.Doubt.POSSIBLE,
                                        SecondEffect.ACCEPTED))));
    }
}
