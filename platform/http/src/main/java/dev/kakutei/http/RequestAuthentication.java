package dev.kakutei.http;

import dev.kakutei.access.AccessDecision;
import dev.kakutei.access.Authenticator;
import dev.kakutei.access.Caller;
import dev.kakutei.access.Credentials;
import dev.kakutei.access.RequiredRoles;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Authenticates an HTTP call from its headers, and turns a refusal into a problem. Never touches the body. */
final class RequestAuthentication {
    private final Authenticator authenticator;
    private final HostOriginCheck provenance;

    RequestAuthentication(Authenticator authenticator, HttpConfig config) {
        this.authenticator = authenticator;
        this.provenance = new HostOriginCheck(config);
    }

    /** Fails with {@link Refused}. */
    CompletableFuture<Caller> admitted(Context context, RequiredRoles needs) {
        Optional<Problem> foreign = authenticator
                .openTo()
                .flatMap(reach -> provenance.objection(reach, context.req().getMethod(), context.headerMap()));
        if (foreign.isPresent()) {
            return CompletableFuture.failedFuture(new Refused(foreign.get()));
        }
        Credentials presented = Credentials.of(
                Collections.list(context.req().getHeaders("Authorization")),
                Collections.list(context.req().getHeaders("X-Api-Key")));
        return authenticator
                .ask(presented, needs, context.req().getRemoteAddr())
                .thenCompose(answer -> answer.match(OUTCOMES));
    }

    private static final AccessDecision.Cases<CompletableFuture<Caller>> OUTCOMES = new AccessDecision.Cases<>() {
        @Override
        public CompletableFuture<Caller> admitted(AccessDecision.Admitted answer) {
            return CompletableFuture.completedFuture(answer.caller());
        }

        @Override
        public CompletableFuture<Caller> keyMissing(AccessDecision.KeyMissing answer) {
            return refused(Problem.keyMissing());
        }

        @Override
        public CompletableFuture<Caller> keyInvalid(AccessDecision.KeyInvalid answer) {
            return refused(Problem.keyInvalid());
        }

        @Override
        public CompletableFuture<Caller> roleMissing(AccessDecision.RoleMissing answer) {
            return refused(Problem.roleMissing(answer.caller(), answer.anyOf()));
        }

        @Override
        public CompletableFuture<Caller> tooFast(AccessDecision.TooFast answer) {
            return refused(Problem.tooFast(answer.pause()));
        }

        @Override
        public CompletableFuture<Caller> uncheckable(AccessDecision.Uncheckable answer) {
            return refused(Problem.unreadable());
        }

        private CompletableFuture<Caller> refused(Problem problem) {
            return CompletableFuture.failedFuture(new Refused(problem));
        }
    };
}
