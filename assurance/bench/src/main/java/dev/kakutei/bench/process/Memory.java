package dev.kakutei.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What another JVM has on its heap, as {@code jcmd} reports it. */
public final class Memory {
    /** Of a generation, or of the one heap; what is no heap has no total. */
    private static final Pattern USED = Pattern.compile("total [0-9]+K, used ([0-9]+)K");

    private Memory() {}

    /** Bytes of objects, needed or not; not a number where there is no jcmd. */
    public static double heap(long pid) {
        try {
            Process asked = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            "GC.heap_info")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(asked.getInputStream().readAllBytes());
            asked.waitFor(10, TimeUnit.SECONDS);
            return used(said);
        } catch (IOException e) {
            return Double.NaN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    /** The sum over all generations; a collector with one heap has one line. */
    static double used(String heapInfo) {
        Matcher matcher = USED.matcher(heapInfo);
        double sum = Double.NaN;
        while (matcher.find()) {
            double bytes = Long.parseLong(matcher.group(1)) * 1024.0;
            sum = Double.isNaN(sum) ? bytes : sum + bytes;
        }
        return sum;
    }
}
