package dev.kakutei.standalone.remote;

/** How a command ends. 2, for wrong use, is the parser's. */
final class ExitCode {
    static final int DONE = 0;
    static final int NOT_DONE = 1;
    static final int NO_ANSWER = 3;
    static final int NO_RESULT_YET = 4;

    private ExitCode() {}
}
