package dev.kakutei.sender.consume;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.sender.limit.CallHealth;
import java.util.concurrent.CompletionStage;

/** What is done with commands that are ours alone. */
public interface CommandHandler {
    /**
     * Acts on it. The call counts as under way until the stage completes, however it does; the stage's value is what the
     * call said of the gateway.
     */
    CompletionStage<CallHealth> carryOut(Command command, CommandDeadline deadline);

    /** Reports that it will never be acted on, without acting on it. Complete when the report needs no room any more. */
    CompletionStage<?> reportNotSent(Command command, Answer why);

    /** Reports that what became of it is not known, without acting on it. Complete as above. */
    CompletionStage<?> reportUnknown(Command.Send command, Outcome.Unknown why);
}
