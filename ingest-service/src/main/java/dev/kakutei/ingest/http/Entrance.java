package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Admittance;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Doorkeeper;
import dev.kakutei.ingest.access.Needs;
import dev.kakutei.ingest.access.Presented;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where HTTP meets the doorkeeper: what is in the headers, and how its answers are told. Never touches the body. */
final class Entrance {
    private final Doorkeeper doorkeeper;
    private final Provenance provenance;

    Entrance(Doorkeeper doorkeeper, HttpConfig config) {
        this.doorkeeper = doorkeeper;
        this.provenance = new Provenance(config);
    }

    /** Fails with {@link Refused}. */
    CompletableFuture<Caller> admitted(Context context, Needs needs) {
        if (doorkeeper.open()) {
            Optional<Problem> foreign =
                    provenance.objection(context.req().getMethod(), context.header("Host"), context.header("Origin"));
            if (foreign.isPresent()) {
                return CompletableFuture.failedFuture(new Refused(foreign.get()));
            }
        }
        Presented presented = Presented.of(
                Collections.list(context.req().getHeaders("Authorization")),
                Collections.list(context.req().getHeaders("X-Api-Key")));
        return doorkeeper
                .ask(presented, needs, context.req().getRemoteAddr())
                .thenCompose(answer -> answer.match(TOLD));
    }

    private static final Admittance.Cases<CompletableFuture<Caller>> TOLD = new Admittance.Cases<>() {
        @Override
        public CompletableFuture<Caller> admitted(Admittance.Admitted answer) {
            return CompletableFuture.completedFuture(answer.caller());
        }

        @Override
        public CompletableFuture<Caller> keyMissing(Admittance.KeyMissing answer) {
            return refused(Problem.keyMissing());
        }

        @Override
        public CompletableFuture<Caller> keyInvalid(Admittance.KeyInvalid answer) {
            return refused(Problem.keyInvalid());
        }

        @Override
        public CompletableFuture<Caller> roleMissing(Admittance.RoleMissing answer) {
            return refused(Problem.roleMissing(answer.caller(), answer.anyOf()));
        }

        @Override
        public CompletableFuture<Caller> tooFast(Admittance.TooFast answer) {
            return refused(Problem.tooFast(answer.pause()));
        }

        @Override
        public CompletableFuture<Caller> uncheckable(Admittance.Uncheckable answer) {
            return refused(Problem.unreadable());
        }

        private CompletableFuture<Caller> refused(Problem problem) {
            return CompletableFuture.failedFuture(new Refused(problem));
        }
    };
}
