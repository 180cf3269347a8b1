package dev.kakutei.bench.workload;

/** What can be measured. */
public enum Workload {
    W1("accept, dispatch and settle as fast as 64 callers can; gateway at 0 and 20 ms", Who.EVERYBODY),
    W1L("how long it takes at a fixed rate, counted from when a request was due", Who.EVERYBODY),
    W2(
            "W1 with a gateway that errs: 10 % 500, 5 % 429, 2 % taken without an answer, 1 % 200 with an error",
            Who.KAKUTEI),
    W4("one gateway's callers while another gateway hangs", Who.KAKUTEI),
    W5("a soak at 60 % of the peak: p99, heap and table sizes by the minute", Who.KAKUTEI),
    W6("the throughput with a million requests waiting", Who.KAKUTEI),
    W7("W1 with more and more settled requests in the tables", Who.KAKUTEI);

    private enum Who {
        EVERYBODY,
        KAKUTEI
    }

    private final String description;
    private final Who who;

    Workload(String description, Who who) {
        this.description = description;
        this.who = who;
    }

    public String description() {
        return description;
    }

    public boolean forPeers() {
        return who == Who.EVERYBODY;
    }
}
