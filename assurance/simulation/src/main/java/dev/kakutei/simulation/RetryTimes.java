package dev.kakutei.simulation;

/** The earliest times of the next send and of the next status query, as the gateway asked, in true time. */
record RetryTimes(long noSendBefore, long quotaUntil, long noInquiryBefore) {
    static final RetryTimes NONE = new RetryTimes(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
}
