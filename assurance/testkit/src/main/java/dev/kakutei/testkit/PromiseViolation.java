package dev.kakutei.testkit;

/**
 * What Kakutei promises did not hold: something was lost, done twice, or recorded otherwise than it happened. {@code
 * ./kakutei test} never runs such a test again, whatever the machine was busy with.
 */
public final class PromiseViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private PromiseViolation(AssertionError cause) {
        super(cause.getMessage(), cause);
    }

    /** Runs assertions about a promise; what they find is a violation. */
    public static void unless(Runnable assertions) {
        try {
            assertions.run();
        } catch (AssertionError e) {
            throw new PromiseViolation(e);
        }
    }
}
