package dev.kakutei.sender.consume;

import dev.kakutei.schemas.Command;
import java.util.concurrent.CompletionStage;

/** Acts on a command that is ours alone. The slot is given back when the stage completes, however it does. */
@FunctionalInterface
public interface Work {
    CompletionStage<?> carryOut(Command command, Freshness freshness);
}
