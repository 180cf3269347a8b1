package dev.kakutei.http;

/** A request that is not accepted. That is an everyday outcome, so it carries no stack trace. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public Refused(Problem problem) {
        super(problem.title(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
