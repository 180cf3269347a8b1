package dev.kakutei.ingest;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** Everything that is logged until it is closed; of Kakutei's own code every level, of libraries what they say by default. */
public final class CapturedLog implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger house = (Logger) LoggerFactory.getLogger("dev.kakutei");
    private final Level before = house.getLevel();
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    public CapturedLog() {
        house.setLevel(Level.TRACE);
        events.start();
        root.addAppender(events);
    }

    /** Each line with its level, its fields and, where there was one, the failure. */
    public List<String> lines() {
        return List.copyOf(events.list).stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage() + " " + fields(event)
                        + (event.getThrowableProxy() == null
                                ? ""
                                : event.getThrowableProxy().getMessage()))
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(events);
        house.setLevel(before);
    }

    private static String fields(ILoggingEvent event) {
        return event.getKeyValuePairs() == null
                ? ""
                : event.getKeyValuePairs().stream()
                        .map(pair -> pair.key + "=" + pair.value)
                        .collect(Collectors.joining(" "));
    }
}
