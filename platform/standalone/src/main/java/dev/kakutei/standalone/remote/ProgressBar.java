package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/** How far a job has come, on one line that is rewritten at a terminal, and on a new one elsewhere. */
final class ProgressBar {
    private static final int WIDTH = 30;

    private final PrintWriter out;
    private final boolean terminal;
    private String last = "";

    ProgressBar(PrintWriter out) {
        this.out = out;
        this.terminal = System.console() != null;
    }

    void show(JsonNode job) {
        String line = line(job);
        if (!line.equals(last)) {
            last = line;
            out.print(terminal ? "\r\u001b[K" + line : line + System.lineSeparator());
            out.flush();
        }
    }

    void end() {
        if (terminal) {
            out.println();
            out.flush();
        }
    }

    static String line(JsonNode job) {
        int total = job.path("total").asInt();
        int over = job.path("done").asInt()
                + job.path("refused").asInt()
                + job.path("failed").asInt();
        int full = total == 0 ? 0 : (int) ((long) WIDTH * over / total);
        JsonNode eta = job.path("eta_seconds");
        return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + over + "/" + total
                + (job.path("selecting").asBoolean() ? "+ (choosing)" : "")
                + " done " + job.path("done").asInt()
                + ", refused " + job.path("refused").asInt()
                + ", failed " + job.path("failed").asInt()
                + ", " + job.path("state").asText()
                + (job.path("state").asText().equals("running") && eta.isNumber()
                        ? ", " + eta.asLong() + " s left"
                        : "");
    }
}
