package dev.kakutei.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What Jetty itself refuses, before any endpoint sees it, is a problem like the others. */
final class ProblemErrorHandler extends ErrorHandler {
    static Problem of(int status) {
        return switch (status) {
            case 400 -> Problem.of(400, "bad-request", "The request cannot be read", "It is not valid HTTP.");
            case 404 -> Problem.notFound();
            case 408 -> Problem.of(408, "too-slow", "The request came too slowly", "Its body did not arrive in time.");
            case 414 -> Problem.of(414, "uri-too-long", "The address is too long", "Shorten it.");
            case 431 -> Problem.of(431, "headers-too-large", "The headers are too large", "Shorten them.");
            default ->
                status >= 500
                        ? Problem.internal()
                        : Problem.of(status, "http-" + status, HttpStatus.getMessage(status), "It was refused.");
        };
    }

    @Override
    protected void generateResponse(
            Request request, Response response, int code, String message, Throwable cause, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(of(code).json()), callback);
    }
}
