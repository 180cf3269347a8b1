package dev.kakutei.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway that misbehaves on request, and journals what really happened. A second start on the same data goes
 * on where the first one was: effects, keys, what is pending, what is to be applied later. Scripts and the mix are not
 * part of the data: a new start begins without scripts and with the mix of its config.
 */
public final class Simulator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Simulator.class);
    private static final int MAX_THREADS = 32;

    private final SimulatorConfig config;
    private final Server server;
    private final ServerConnector connector;
    private final JournalWriter writer;
    private final Timers timers = new Timers();
    private final RequestProcessor processor;
    private final DataLock lock;

    private Simulator(SimulatorConfig config, GatewayState state, FileChannel channel, DataLock lock) {
        this.config = config;
        this.lock = lock;
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4);
        threads.setName("simulator");
        threads.setDaemon(true);
        server = new Server(threads);
        connector = connector();
        writer = new JournalWriter(channel, config.fsync(), config.queueCapacity(), threads, this::stopAnswering);
        processor = new RequestProcessor(state, writer, timers, config);
        Optional<ControlEndpoints> control = config.control() == SimulatorConfig.Control.ON
                ? Optional.of(new ControlEndpoints(processor, config.journalFile()))
                : Optional.empty();
        server.setHandler(new GatewayHandler(processor, control, config.bodyLimit()));
    }

    /** What a request may ask for by itself: {@code declined} is meant by the payment method {@code tok_declined}. */
    public static List<String> magicValues() {
        return Stream.of(MagicValue.values()).map(MagicValue::suffix).toList();
    }

    private ServerConnector connector() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // A reference may hold any character; it is only ever a key of a map.
        http.setUriCompliance(UriCompliance.UNSAFE);
        ServerConnector made = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        made.setHost(config.host());
        made.setPort(config.port());
        made.setAcceptQueueSize(1_024);
        made.setIdleTimeout(Delay.LONGEST.multipliedBy(3).toMillis());
        server.addConnector(made);
        server.addBean(new NetworkConnectionLimit(config.maxConnections(), made));
        return made;
    }

    /** Reads the journal, takes up what it left open, and serves when this returns. */
    public static Simulator start(SimulatorConfig config) {
        try {
            Files.createDirectories(config.data());
            DataLock lock = DataLock.take(config.data());
            try {
                return reloaded(config, lock).serving();
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static Simulator reloaded(SimulatorConfig config, DataLock lock) throws IOException {
        GatewayState state = new GatewayState(config.keyTtl());
        long whole = JournalFile.scan(config.journalFile(), entry -> {
            state.apply(entry);
            return true;
        });
        FileChannel channel =
                FileChannel.open(config.journalFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.size() > whole) {
            LOG.warn("the journal's last line is torn; cut off {} bytes", channel.size() - whole);
            channel.truncate(whole);
        }
        channel.position(whole);
        return new Simulator(config, state, channel, lock);
    }

    private Simulator serving() throws IOException {
        try {
            server.start();
            processor.resume();
        } catch (Exception e) {
            close();
            throw e instanceof IOException io ? io : new IOException("the simulator did not start", e);
        }
        LOG.info("simulator at {}, journal {}", url(), config.journalFile());
        return this;
    }

    /** The address without a slash at the end. */
    public URI url() {
        return URI.create("http://" + config.host() + ":" + port());
    }

    public int port() {
        return connector.getLocalPort();
    }

    public void script(Script... scripts) {
        processor.withSelector(p -> p.add(List.of(scripts)));
    }

    public void clearScripts() {
        processor.withSelector(BehaviourSelector::clear);
    }

    public void mix(Mix mix) {
        processor.withSelector(p -> p.mix(mix));
    }

    /** All entries up to now, read from the file. */
    public List<JournalEntry> journal() {
        processor.awaitWritten();
        return JournalFile.read(config.journalFile());
    }

    public Path journalFile() {
        return config.journalFile();
    }

    /** What became of every reference, in no order; each line counted here is in the file. */
    public List<Tally> effects() {
        return processor.tallies();
    }

    /** What became of one reference; empty when it was never posted and never asked for. */
    public Optional<Tally> effects(Kind kind, String reference) {
        return processor.tally(new Subject(kind, reference));
    }

    public Health health() {
        return processor.health();
    }

    /** Without its journal the simulator stops answering: for its clients the outcome is unknown, which is true. */
    private void stopAnswering() {
        connector.getConnectedEndPoints().forEach(EndPoint::close);
    }

    /** Writes what has happened, then cuts every connection. What was waiting in silence stays undone. */
    @Override
    public void close() {
        processor.close();
        timers.close();
        writer.close();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("the HTTP server did not stop cleanly", e);
        }
        server.destroy();
        lock.close();
    }
}
