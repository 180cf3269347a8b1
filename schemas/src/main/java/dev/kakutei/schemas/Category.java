package dev.kakutei.schemas;

/** How a call ended, coarsely; the status code beside it keeps what this word loses (SPEC D5). */
public enum Category {
    /** The gateway answered and meant yes. */
    OK,
    /** The gateway answered and faulted the request: a 4xx, or a 200 whose body says so. */
    CLIENT_ERROR,
    /** The gateway answered and faulted itself: a 5xx. */
    SERVER_ERROR,
    /** No connection came about; not one byte of the request left. */
    NOT_CONNECTED,
    /** The request may have left, and no whole answer came back. */
    NO_ANSWER,
    /** The command was too old to be acted on, so nothing was sent. */
    NOT_ATTEMPTED,
    /** Nothing can be said. */
    UNKNOWN
}
