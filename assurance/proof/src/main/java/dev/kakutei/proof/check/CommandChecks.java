package dev.kakutei.proof.check;

import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Whether commands keep within the times that the other rules rest on (ADR 29). */
final class CommandChecks {
    private final CaseCheck check;

    private CommandChecks(CaseCheck check) {
        this.check = check;
    }

    static void examine(CaseCheck check) {
        if (!check.file().commands().isEmpty()
                && !check.history().steps().isEmpty()
                && check.canJudge(Promise.CALLS_IN_BOUNDS)) {
            new CommandChecks(check).callsInBounds();
        }
    }

    private void callsInBounds() {
        boolean known = check.file().commands().stream()
                .allMatch(command -> check.context().gateway(command.gateway()).isPresent());
        if (!known) {
            check.skip(Promise.CALLS_IN_BOUNDS, "its gateway is not in the gateway file");
            return;
        }
        check.count(Promise.CALLS_IN_BOUNDS);
        for (Command command : check.file().commands()) {
            Gateway gateway = check.context().gateway(command.gateway()).orElseThrow();
            if (command instanceof Command.Send send) {
                within(send, gateway);
            } else if (command instanceof Command.Inquire inquire) {
                lasts("status query " + inquire.inquiry(), inquire, floor(gateway), gateway.callTimeout());
            }
        }
    }

    private void within(Command.Send send, Gateway gateway) {
        Optional<FactHistory.Step> start = check.history().start(send.attempt());
        if (start.isEmpty()) {
            // another promise's
            return;
        }
        String what = "attempt " + send.attempt();
        Instant notAfter = ((Fact.AttemptStarted) start.get().fact()).notAfter().truncatedTo(ChronoUnit.MILLIS);
        if (!send.notAfter().equals(notAfter)) {
            violate(what + " was commanded until " + send.notAfter() + ", and recorded until " + notAfter);
        }
        Instant expiresAt = start.get().after().expiresAt();
        if (expiresAt != null && send.notAfter().isAfter(expiresAt)) {
            violate(what + " was commanded until " + send.notAfter() + ", and the request expired at " + expiresAt);
        }
        lasts(
                what,
                send,
                send.attempt() == 1 ? floor(gateway) : gateway.callTimeout(),
                CaseCheck.longestCall(start.get().after(), gateway));
    }

    /** A caller in a hurry shortens the first call, but not below this. */
    private static Duration floor(Gateway gateway) {
        return gateway.minCallTimeout().compareTo(gateway.callTimeout()) < 0
                ? gateway.minCallTimeout()
                : gateway.callTimeout();
    }

    private void lasts(String what, Command command, Duration least, Duration longest) {
        long millis = command.callTimeoutMillis();
        if (millis < least.toMillis()) {
            violate(what + " was given " + millis + " ms for its call, and the gateway is due " + least.toMillis());
        }
        if (millis > longest.toMillis()) {
            violate(what + " was given " + millis + " ms for its call, and the settling time is counted from "
                    + longest.toMillis());
        }
    }

    private void violate(String sentence) {
        check.violate(Promise.CALLS_IN_BOUNDS, sentence);
    }
}
