package dev.kakutei.bench.render;

import java.util.Locale;

/** Lines, boxes and words of a picture; numbers with one decimal, so that the same picture is the same text. */
final class Svg {
    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;

    enum Anchor {
        START,
        MIDDLE,
        END
    }

    Svg(int width, int height, String title) {
        this.width = width;
        this.height = height;
        body.append("<title>").append(escaped(title)).append("</title>\n");
        box(0, 0, width, height, "#ffffff");
        text(16, 24, Anchor.START, "font-weight=\"bold\"", title);
    }

    Svg box(double x, double y, double boxWidth, double boxHeight, String fill) {
        return add("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>", x, y, boxWidth, boxHeight, fill);
    }

    Svg line(double x1, double y1, double x2, double y2, String stroke) {
        return add("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\"/>", x1, y1, x2, y2, stroke);
    }

    /** @param points x and y in turns */
    Svg path(double[] points, String stroke, double strokeWidth) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            all.append(i == 0 ? "M" : " L")
                    .append(number(points[i]))
                    .append(' ')
                    .append(number(points[i + 1]));
        }
        return add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>", all, stroke, strokeWidth);
    }

    Svg text(double x, double y, Anchor anchor, String words) {
        return text(x, y, anchor, "", words);
    }

    private Svg text(double x, double y, Anchor anchor, String more, String words) {
        return add(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" %s>%s</text>",
                x, y, anchor.name().toLowerCase(Locale.ROOT), more, escaped(words));
    }

    @Override
    public String toString() {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                                + " font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\" role=\"img\">%n",
                        width,
                        height,
                        width,
                        height)
                + body + "</svg>\n";
    }

    private Svg add(String format, Object... values) {
        Object[] rounded = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            rounded[i] = values[i] instanceof Double value ? number(value) : values[i];
        }
        body.append(String.format(Locale.ROOT, format, rounded).replace(" >", ">"))
                .append('\n');
        return this;
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
