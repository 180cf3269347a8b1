package dev.kakutei.simulation;

/** A guarantee does not hold: ends the schedule. */
final class GuaranteeBroken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Guarantee guarantee;

    GuaranteeBroken(Guarantee guarantee, String message) {
        super(message, null, false, false);
        this.guarantee = guarantee;
    }

    Guarantee guarantee() {
        return guarantee;
    }
}
