package dev.kakutei.sender.consume;

import dev.kakutei.sender.limit.WaitReason;

/** What is worth counting about a lane. */
public interface LaneEvents {
    /** A record that cannot be understood was set aside. */
    void quarantined(String gateway);

    /** An attempt came a second time and was not acted on. */
    void repeated(String gateway);

    /** A commit was not confirmed, so nothing was acted on. */
    void commitFailed(String gateway);

    /** An attempt that may have been posted before was reported as unknown, because the position was lost. */
    void positionLost(String gateway);

    /** A command grew too old before its turn came, and was reported as not sent. */
    void notSent(String gateway, WaitReason reason);
}
