package dev.kakutei.simulator;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** One exchange of the HTTP server. */
record JettyExchange(Request request, Response response, Callback callback) implements Exchange {
    @Override
    public void answer(HttpAnswer answer) {
        response.setStatus(answer.http());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(answer.bytes()), callback);
    }

    /** The socket goes first: what the server would like to say of a failed callback then finds no way out. */
    @Override
    public void drop() {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
        callback.failed(new EofException("dropped on purpose"));
    }
}
