package dev.kakutei.bench.render;

import dev.kakutei.bench.result.Latency;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Latency by percentile: to the right the rarer and slower, both axes by powers of ten. */
record CurveChart(String title, Map<String, Latency> curves) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 380;
    private static final int LEFT = 60;
    private static final int RIGHT = 170;
    private static final int TOP = 50;
    private static final int BOTTOM = 50;
    private static final List<String> COLOURS =
            List.of("#c0392b", "#1f6f8b", "#d8a657", "#6a994e", "#7b5ea7", "#777777");
    private static final double[] MARKS = {0, 50, 90, 99, 99.9, 99.99};

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        double low = Math.floor(decades(smallest()));
        double high = Math.ceil(decades(largest()));
        high = high > low ? high : low + 1;
        for (double decade = low; decade <= high; decade++) {
            double y = y(Math.pow(10, decade), low, high);
            svg.line(LEFT, y, WIDTH - RIGHT, y, "#dddddd");
            svg.text(LEFT - 8, y + 4, Svg.Anchor.END, millis(Math.pow(10, decade)));
        }
        for (double mark : MARKS) {
            svg.line(x(mark), TOP, x(mark), HEIGHT - BOTTOM, "#eeeeee");
            svg.text(x(mark), HEIGHT - BOTTOM + 18, Svg.Anchor.MIDDLE, percentile(mark));
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, Svg.Anchor.MIDDLE, "percent took at most so long");
        int index = 0;
        for (Map.Entry<String, Latency> curve : curves.entrySet()) {
            String colour = COLOURS.get(index % COLOURS.size());
            List<Latency.Point> points = curve.getValue().curve();
            double[] path = new double[2 * points.size()];
            for (int i = 0; i < points.size(); i++) {
                path[2 * i] = x(points.get(i).percentile());
                path[2 * i + 1] = y(points.get(i).millis(), low, high);
            }
            svg.path(path, colour, 2);
            svg.box(WIDTH - RIGHT + 14, TOP + index * 22.0, 12, 12, colour);
            svg.text(WIDTH - RIGHT + 32, TOP + index * 22.0 + 11, Svg.Anchor.START, curve.getKey());
            index++;
        }
        return svg.toString();
    }

    /** 0 at the left end, 99.99 at the right one. */
    private static double x(double percentile) {
        return LEFT + (WIDTH - LEFT - RIGHT) * -Math.log10(1 - percentile / 100) / 4;
    }

    private static double y(double millis, double low, double high) {
        double share = (decades(millis) - low) / (high - low);
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.max(0, share);
    }

    private static double decades(double millis) {
        return Math.log10(Math.max(millis, 0.01));
    }

    private double smallest() {
        return curves.values().stream()
                .flatMap(curve -> curve.curve().stream())
                .mapToDouble(Latency.Point::millis)
                .min()
                .orElse(1);
    }

    private double largest() {
        return curves.values().stream()
                .flatMap(curve -> curve.curve().stream())
                .mapToDouble(Latency.Point::millis)
                .max()
                .orElse(10);
    }

    private static String millis(double value) {
        return value >= 1000
                ? String.format(Locale.ROOT, "%.0f s", value / 1000)
                : String.format(Locale.ROOT, value < 1 ? "%.2f ms" : "%.0f ms", value);
    }

    private static String percentile(double mark) {
        return mark == Math.rint(mark) ? Integer.toString((int) mark) : Double.toString(mark);
    }
}
