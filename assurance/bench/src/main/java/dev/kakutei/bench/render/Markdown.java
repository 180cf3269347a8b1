package dev.kakutei.bench.render;

import java.util.List;
import java.util.Locale;

/** Tables, and numbers as they are read. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    Markdown line(String line) {
        text.append(line).append('\n');
        return this;
    }

    Markdown head(List<String> cells) {
        return row(cells).line("|" + "---|".repeat(cells.size()));
    }

    Markdown row(List<String> cells) {
        return line("| " + String.join(" | ", cells) + " |");
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** {@code 20ms} as it is read. */
    static String variant(String name) {
        return name.replaceAll("^([0-9]+)ms$", "$1 ms");
    }

    /** Three digits that count; a dash where nothing was measured. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
