package dev.kakutei.e2e.watching;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples over time, as Prometheus keeps them. Times are seconds since the beginning. */
final class Series {
    /** A sample that is older says nothing any more. */
    private static final int STALE_SECONDS = 300;

    private record Key(String name, Map<String, String> labels) {}

    record Point(int at, double value) {}

    private final Map<Key, List<Point>> points = new HashMap<>();

    void add(int at, Exposition.Sample sample, String instance) {
        Map<String, String> labels = new TreeMap<>(sample.labels());
        labels.put("instance", instance);
        points.computeIfAbsent(new Key(sample.name(), labels), none -> new ArrayList<>())
                .add(new Point(at, sample.value()));
    }

    /** The latest value of each series that fits. */
    Map<Map<String, String>, Double> latest(String name, Map<String, String> wanted, int now) {
        Map<Map<String, String>, Double> found = new LinkedHashMap<>();
        range(name, wanted, now, STALE_SECONDS).forEach((labels, some) -> {
            Point last = some.get(some.size() - 1);
            if (!Double.isNaN(last.value()) && last.at() > now - scrapeInterval(some)) {
                found.put(labels, last.value());
            }
        });
        return found;
    }

    Map<Map<String, String>, List<Point>> range(String name, Map<String, String> wanted, int now, int seconds) {
        Map<Map<String, String>, List<Point>> found = new LinkedHashMap<>();
        points.forEach((key, all) -> {
            if (key.name().equals(name)
                    && wanted.entrySet().stream()
                            .allMatch(label ->
                                    label.getValue().equals(key.labels().get(label.getKey())))) {
                List<Point> within = all.stream()
                        .filter(point -> point.at() <= now && point.at() > now - seconds)
                        .toList();
                if (!within.isEmpty()) {
                    found.put(key.labels(), within);
                }
            }
        });
        return found;
    }

    /** A target that is scraped and does not show a series any more has lost it: then it is marked at the next scrape. */
    private static int scrapeInterval(List<Point> points) {
        return points.size() < 2
                ? STALE_SECONDS
                : 2 * (points.get(1).at() - points.get(0).at());
    }
}
