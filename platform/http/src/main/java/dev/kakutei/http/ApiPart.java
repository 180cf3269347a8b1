package dev.kakutei.http;

import java.util.List;

/** A part of the API: its routes, and callers that wait for what it will answer. */
public interface ApiPart {
    List<Route> routes();

    /** Answers waiting callers with what is known, because the listener closes. */
    void stopWaiting();
}
