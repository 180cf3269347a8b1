package dev.kakutei.simulator;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the address and the body, and hands over: to the desk, or to the control endpoints where there are any. */
final class GatewayHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayHandler.class);

    private static final int READ_LIMIT = 8 << 20;

    private final Desk desk;
    private final Optional<ControlEndpoints> control;
    private final int bodyLimit;

    GatewayHandler(Desk desk, Optional<ControlEndpoints> control, int bodyLimit) {
        this.desk = desk;
        this.control = control;
        this.bodyLimit = bodyLimit;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Wire wire = new JettyWire(request, response, callback);
        String path = request.getHttpURI().getPath();
        if (path.startsWith(ControlEndpoints.PREFIX) && control.isPresent()) {
            withBody(request, wire, body -> control.get().handle(request, body, wire));
            return true;
        }
        if (path.equals(SummaryEndpoint.PATH)) {
            summarise(request, wire);
            return true;
        }
        int slash = path.indexOf('/', 1);
        String segment = slash < 0 ? path.substring(Math.min(1, path.length())) : path.substring(1, slash);
        Optional<Kind> kind = Kind.ofPath(segment);
        String rest = slash < 0 ? "" : path.substring(slash + 1);
        if (kind.isEmpty() || rest.isEmpty() && slash >= 0) {
            wire.answer(Answer.problem(404, "Not Found", "there is nothing at this address"));
        } else if (slash < 0) {
            post(kind.get(), request, wire);
        } else {
            lookup(kind.get(), rest, request, wire);
        }
        return true;
    }

    private void post(Kind kind, Request request, Wire wire) {
        if (!"POST".equals(request.getMethod())) {
            wire.answer(methodNotAllowed("POST"));
            return;
        }
        withBody(request, wire, body -> desk.post(PostReader.read(kind, request.getHeaders(), body), wire));
    }

    private void summarise(Request request, Wire wire) {
        if (!"POST".equals(request.getMethod())) {
            wire.answer(methodNotAllowed("POST"));
            return;
        }
        withBody(request, wire, body -> wire.answer(SummaryEndpoint.answer(body)));
    }

    private void lookup(Kind kind, String encoded, Request request, Wire wire) {
        if (!"GET".equals(request.getMethod())) {
            wire.answer(methodNotAllowed("GET"));
            return;
        }
        withBody(request, wire, body -> {
            // In a path a plus is a plus; the decoder is one for forms, where it is a blank.
            String reference = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
            desk.lookup(PostReader.question(new Subject(kind, reference), request.getHeaders()), wire);
        });
    }

    static Answer methodNotAllowed(String allowed) {
        return Answer.problem(405, "Method Not Allowed", "only " + allowed + " is allowed here")
                .with(Map.of("Allow", allowed));
    }

    /**
     * Reads without holding a thread. A body that is too large is read to its end all the same, up to a bound: closing
     * on a client that is still sending may destroy the answer before it is read. What the reader refuses as an
     * argument is the client's mistake.
     */
    private void withBody(Request request, Wire wire, Consumer<byte[]> reader) {
        int readLimit = Math.max(bodyLimit, READ_LIMIT);
        if (request.getLength() > readLimit) {
            wire.answer(tooLarge());
            return;
        }
        BiConsumer<byte[], Throwable> read = (body, failure) -> {
            if (failure instanceof IllegalStateException || failure == null && body.length > bodyLimit) {
                wire.answer(tooLarge());
            } else if (failure != null) {
                wire.drop();
            } else {
                answering(wire, () -> reader.accept(body));
            }
        };
        Content.Source.asByteArrayAsync(
                request, readLimit, Promise.Invocable.from(Invocable.InvocationType.BLOCKING, read));
    }

    private static void answering(Wire wire, Runnable reader) {
        try {
            reader.run();
        } catch (IllegalArgumentException e) {
            wire.answer(Answer.problem(400, "Bad Request", e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a request could not be dealt with", e);
            wire.drop();
        }
    }

    private Answer tooLarge() {
        return Answer.problem(413, "Content Too Large", "a body has at most " + bodyLimit + " bytes")
                .with(Map.of("Connection", "close"));
    }
}
