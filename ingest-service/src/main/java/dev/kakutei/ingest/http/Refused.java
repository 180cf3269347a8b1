package dev.kakutei.ingest.http;

/** A request that is not taken. It is an everyday ending, so it carries no stack. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refused(Problem problem) {
        super(problem.title(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
