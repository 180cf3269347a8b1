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

/** Reads the address and the body, and passes them to the request processor or the control endpoints. */
final class GatewayHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayHandler.class);

    private static final int READ_LIMIT = 8 << 20;

    private final RequestProcessor processor;
    private final Optional<ControlEndpoints> control;
    private final int bodyLimit;

    GatewayHandler(RequestProcessor processor, Optional<ControlEndpoints> control, int bodyLimit) {
        this.processor = processor;
        this.control = control;
        this.bodyLimit = bodyLimit;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new JettyExchange(request, response, callback);
        String path = request.getHttpURI().getPath();
        if (path.startsWith(ControlEndpoints.PREFIX) && control.isPresent()) {
            withBody(request, exchange, body -> control.get().handle(request, body, exchange));
            return true;
        }
        if (path.equals(SummaryEndpoint.PATH)) {
            summarise(request, exchange);
            return true;
        }
        int slash = path.indexOf('/', 1);
        String segment = slash < 0 ? path.substring(Math.min(1, path.length())) : path.substring(1, slash);
        Optional<Kind> kind = Kind.ofPath(segment);
        String rest = slash < 0 ? "" : path.substring(slash + 1);
        if (kind.isEmpty() || rest.isEmpty() && slash >= 0) {
            exchange.answer(HttpAnswer.problem(404, "Not Found", "there is nothing at this address"));
        } else if (slash < 0) {
            post(kind.get(), request, exchange);
        } else {
            lookup(kind.get(), rest, request, exchange);
        }
        return true;
    }

    private void post(Kind kind, Request request, Exchange exchange) {
        if (!"POST".equals(request.getMethod())) {
            exchange.answer(methodNotAllowed("POST"));
            return;
        }
        withBody(
                request, exchange, body -> processor.post(PostReader.read(kind, request.getHeaders(), body), exchange));
    }

    private void summarise(Request request, Exchange exchange) {
        if (!"POST".equals(request.getMethod())) {
            exchange.answer(methodNotAllowed("POST"));
            return;
        }
        withBody(request, exchange, body -> exchange.answer(SummaryEndpoint.answer(body)));
    }

    private void lookup(Kind kind, String encoded, Request request, Exchange exchange) {
        if (!"GET".equals(request.getMethod())) {
            exchange.answer(methodNotAllowed("GET"));
            return;
        }
        withBody(request, exchange, body -> {
            // In a path a plus is a plus; the decoder is one for forms, where it is a blank.
            String reference = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
            processor.lookup(PostReader.question(new Subject(kind, reference), request.getHeaders()), exchange);
        });
    }

    static HttpAnswer methodNotAllowed(String allowed) {
        return HttpAnswer.problem(405, "Method Not Allowed", "only " + allowed + " is allowed here")
                .with(Map.of("Allow", allowed));
    }

    /**
     * Reads without holding a thread. A body that is too large is read to its end all the same, up to a bound: closing
     * on a client that is still sending may destroy the answer before it is read. What the reader refuses as an
     * argument is the client's mistake.
     */
    private void withBody(Request request, Exchange exchange, Consumer<byte[]> reader) {
        int readLimit = Math.max(bodyLimit, READ_LIMIT);
        if (request.getLength() > readLimit) {
            exchange.answer(tooLarge());
            return;
        }
        BiConsumer<byte[], Throwable> read = (body, failure) -> {
            if (failure instanceof IllegalStateException || failure == null && body.length > bodyLimit) {
                exchange.answer(tooLarge());
            } else if (failure != null) {
                exchange.drop();
            } else {
                answering(exchange, () -> reader.accept(body));
            }
        };
        Content.Source.asByteArrayAsync(
                request, readLimit, Promise.Invocable.from(Invocable.InvocationType.BLOCKING, read));
    }

    private static void answering(Exchange exchange, Runnable reader) {
        try {
            reader.run();
        } catch (IllegalArgumentException e) {
            exchange.answer(HttpAnswer.problem(400, "Bad Request", e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a request could not be dealt with", e);
            exchange.drop();
        }
    }

    private HttpAnswer tooLarge() {
        return HttpAnswer.problem(413, "Content Too Large", "a body has at most " + bodyLimit + " bytes")
                .with(Map.of("Connection", "close"));
    }
}
