package dev.kakutei.bench.render;

import java.util.List;
import java.util.Locale;

/** Bars lying on their side, a group for each contestant, all from zero. */
final class BarChart {
    private static final int WIDTH = 720;
    private static final int LEFT = 170;
    private static final int RIGHT = 80;
    private static final int TOP = 60;
    private static final int BAR = 18;
    private static final int GAP = 14;
    private static final List<String> COLOURS = List.of("#1f6f8b", "#9cc5d3", "#d8a657");

    private final String title;
    private final List<String> series;
    private final List<Group> groups;

    /** @param values one for each series; not a number where there is none */
    record Group(String name, List<Double> values) {
        Group {
            values = List.copyOf(values);
        }
    }

    BarChart(String title, List<String> series, List<Group> groups) {
        this.title = title;
        this.series = List.copyOf(series);
        this.groups = List.copyOf(groups);
    }

    String svg() {
        int group = series.size() * BAR + GAP;
        Svg svg = new Svg(WIDTH, TOP + groups.size() * group + GAP, title);
        double x = LEFT;
        for (int i = 0; i < series.size(); i++) {
            svg.box(x, 36, 12, 12, COLOURS.get(i % COLOURS.size()));
            svg.text(x + 18, 47, Svg.Anchor.START, series.get(i));
            x += 40 + 8.0 * series.get(i).length();
        }
        double most = groups.stream()
                .flatMap(one -> one.values().stream())
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double scale = (WIDTH - LEFT - RIGHT) / most;
        double y = TOP;
        for (Group one : groups) {
            svg.text(LEFT - 10.0, y + series.size() * BAR / 2.0 + 5, Svg.Anchor.END, one.name());
            for (int i = 0; i < one.values().size(); i++) {
                double value = one.values().get(i);
                if (Double.isFinite(value)) {
                    svg.box(LEFT, y + i * BAR, value * scale, BAR - 2, COLOURS.get(i % COLOURS.size()));
                    svg.text(LEFT + value * scale + 6, y + i * BAR + 13, Svg.Anchor.START, text(value));
                }
            }
            y += group;
        }
        return svg.toString();
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value);
    }
}
