package dev.kakutei.bench.render;

/** A page of which some parts are written by a program, each between two marks: {@code <!-- bench:W1 -->} and {@code <!-- /bench:W1 -->}. */
final class MarkedPage {
    private String page;

    MarkedPage(String page) {
        this.page = page;
    }

    /** Nothing outside the marks changes. */
    MarkedPage put(String name, String text) {
        String begin = "<!-- bench:" + name + " -->";
        String end = "<!-- /bench:" + name + " -->";
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("the page has no " + begin + " with " + end + " behind it");
        }
        page = page.substring(0, from + begin.length()) + "\n" + text.strip() + "\n" + page.substring(to);
        return this;
    }

    @Override
    public String toString() {
        return page;
    }
}
