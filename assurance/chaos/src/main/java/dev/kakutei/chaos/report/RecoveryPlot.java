package dev.kakutei.chaos.report;

import java.util.List;
import java.util.Locale;

/**
 * A picture of the table: a line for each kind of fault, a dot for each fault, on a scale of powers. It carries its own
 * colours for light and dark.
 */
final class RecoveryPlot {
    private static final int LEFT = 190;
    private static final int WIDTH = 860;
    private static final int RIGHT = 70;
    private static final int TOP = 56;
    private static final int ROW = 26;
    private static final double LEAST_SECONDS = 0.1;
    private static final List<Double> TICKS = List.of(0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0);

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
            <style>
            .paper{fill:#fff}.ink{fill:#1b1f24}.fine{fill:#57606a}.line{stroke:#d8dee4}.mid{stroke:#b35900}
            .dot{fill:#0b57a4;fill-opacity:.55}.next{fill:none;stroke:#0b57a4;stroke-opacity:.75}
            text{font:12px system-ui,sans-serif}.title{font-size:14px;font-weight:600}
            @media (prefers-color-scheme:dark){.paper{fill:#0d1117}.ink{fill:#e6edf3}.fine{fill:#9198a1}.line{stroke:#30363d}
            .mid{stroke:#f0a35e}.dot{fill:#6cb0f5}.next{stroke:#6cb0f5}}
            </style>
            <rect class="paper" width="%1$d" height="%2$d"/>
            """;

    private RecoveryPlot() {}

    static String of(RecoveryTable table, String title) {
        int bottom = TOP + ROW * table.rows().size();
        StringBuilder out = new StringBuilder(HEAD.formatted(WIDTH, bottom + 62, escaped(title)));
        text(out, 16, 24, "ink title", "start", title);
        text(out, 16, 42, "fine", "start", "from the healing of a fault until callers' requests are settled as before");
        double most = Math.max(
                10,
                table.rows().stream()
                                .filter(row -> !row.recoveries().none())
                                .mapToLong(row -> row.recoveries().percentile(100))
                                .max()
                                .orElse(0)
                        / 1000.0);
        double end = TICKS.stream().filter(tick -> tick >= most).findFirst().orElse(most);
        for (double tick : TICKS) {
            if (tick <= end) {
                double x = x(tick, end);
                line(out, "line", x, TOP - 4, bottom);
                text(out, x, bottom + 18, "fine", "middle", tick < 1 ? Double.toString(tick) : "%.0f".formatted(tick));
            }
        }
        text(out, (LEFT + WIDTH - RIGHT) / 2.0, bottom + 36, "fine", "middle", "seconds");
        for (int i = 0; i < table.rows().size(); i++) {
            row(out, table.rows().get(i), TOP + ROW * i + ROW / 2.0, end);
        }
        legend(out, bottom + 52);
        return out.append("</svg>\n").toString();
    }

    private static void row(StringBuilder out, RecoveryTable.Row row, double y, double end) {
        text(out, LEFT - 12, y + 4, "ink", "end", row.fault());
        List<FaultRecord> seen = row.seen();
        text(out, WIDTH - 12, y + 4, "fine", "end", seen.isEmpty() ? "none" : "n = " + seen.size());
        for (int i = 0; i < seen.size(); i++) {
            FaultRecord fault = seen.get(i);
            // Five heights, so that equal times stay apart.
            dot(out, fault.overtaken(), x(fault.recoveryMillis() / 1000.0, end), y + ((i * 2 + 2) % 5 - 2) * 3);
        }
        if (!seen.isEmpty()) {
            line(out, "mid", x(row.recoveries().percentile(50) / 1000.0, end), y - 11, y + 11);
        }
    }

    private static void legend(StringBuilder out, double y) {
        dot(out, false, LEFT, y - 4);
        text(out, LEFT + 10, y, "fine", "start", "one fault");
        dot(out, true, LEFT + 90, y - 4);
        text(out, LEFT + 100, y, "fine", "start", "the next one came before: its own time is shorter");
        line(out, "mid", LEFT + 430, y - 12, y + 2);
        text(out, LEFT + 440, y, "fine", "start", "median");
    }

    private static double x(double seconds, double end) {
        double share = Math.log(Math.max(seconds, LEAST_SECONDS) / LEAST_SECONDS) / Math.log(end / LEAST_SECONDS);
        return LEFT + share * (WIDTH - RIGHT - LEFT);
    }

    private static void dot(StringBuilder out, boolean hollow, double x, double y) {
        out.append(String.format(
                Locale.ROOT,
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                hollow ? "next" : "dot",
                x,
                y));
    }

    private static void line(StringBuilder out, String kind, double x, double from, double to) {
        out.append(String.format(
                Locale.ROOT,
                "<path class=\"%s\" stroke-width=\"%s\" d=\"M%.1f %.1fV%.1f\"/>\n",
                kind,
                kind.equals("mid") ? "2.5" : "1",
                x,
                from,
                to));
    }

    private static void text(StringBuilder out, double x, double y, String kind, String anchor, String words) {
        out.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                kind,
                x,
                y,
                anchor,
                escaped(words)));
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
