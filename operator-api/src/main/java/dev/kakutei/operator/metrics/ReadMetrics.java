package dev.kakutei.operator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The metrics of searches and streams. */
public final class ReadMetrics {
    public static final String SEARCH_CUT = "ingest_search_cut";
    public static final String SEARCH_GIVEN_UP = "ingest_search_given_up";
    public static final String STREAMS = "ingest_streams";
    public static final String STREAMS_ENDED = "ingest_streams_ended";
    public static final String STREAMS_REFUSED = "ingest_streams_refused";

    private final MeterRegistry registry;
    private final Counter searchCut;
    private final Counter searchGivenUp;
    private final Counter streamsRefused;

    public ReadMetrics(MeterRegistry registry) {
        this.registry = registry;
        searchCut = counter(SEARCH_CUT, "Pages that ended because they had read the maximum of rows");
        searchGivenUp = counter(SEARCH_GIVEN_UP, "Searches that Postgres cancelled at the timeout");
        streamsRefused = counter(STREAMS_REFUSED, "Streams refused at the limit ingest.stream.max");
    }

    public void searchCut() {
        searchCut.increment();
    }

    public void searchGivenUp() {
        searchGivenUp.increment();
    }

    public void streams(Supplier<Number> open) {
        Gauge.builder(STREAMS, open)
                .description("Callers that follow a request")
                .register(registry);
    }

    public void streamRefused() {
        streamsRefused.increment();
    }

    /** @param how one of a few words */
    public void streamEnded(String how) {
        streamEnded(how, 1);
    }

    /** @param hows all of these words, to be there before the first stream ends */
    public void streamsEndBy(Stream<String> hows) {
        hows.forEach(how -> streamEnded(how, 0));
    }

    private void streamEnded(String how, int times) {
        Counter.builder(STREAMS_ENDED)
                .description("Streams that ended")
                .tag("how", how)
                .register(registry)
                .increment(times);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
