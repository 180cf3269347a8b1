package dev.kakutei.simulation;

/** Until when a gateway asked to be left alone, in true time. */
record Wishes(long noSendBefore, long quotaUntil, long noInquiryBefore) {
    static final Wishes NONE = new Wishes(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
}
