package dev.kakutei.schemas;

import com.fasterxml.jackson.annotation.JsonAlias;

/** What a gateway said when it was asked what became of a request (SPEC C6). */
public enum Finding {
    SUCCEEDED,
    DECLINED,
    /** The gateway knows no such request, or not yet. */
    NOT_FOUND,
    /** The gateway is still at it. */
    PENDING,
    /** The question failed in a way that may pass, or the answer makes no sense: ask again. */
    @JsonAlias("CANNOT_TELL") // in events and reports of before
    INCONCLUSIVE,
    /** The question was refused in a way that will not pass: a person must look. */
    UNANSWERABLE
}
