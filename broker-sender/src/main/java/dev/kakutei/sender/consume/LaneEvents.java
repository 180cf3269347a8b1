package dev.kakutei.sender.consume;

/** What is worth counting about a lane. */
public interface LaneEvents {
    /** A record that cannot be understood was set aside. */
    void quarantined(String gateway);

    /** An attempt came a second time and was not acted on. */
    void repeated(String gateway);

    /** A commit was not confirmed, so nothing was acted on. */
    void commitFailed(String gateway);
}
