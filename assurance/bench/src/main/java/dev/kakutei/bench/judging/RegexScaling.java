package dev.kakutei.bench.judging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.sender.criteria.AnswerFields;
import dev.kakutei.sender.criteria.CompiledCriteria;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long patterns take that keep a backtracking engine busy for ever, on texts of doubled lengths (SPEC D4). The thread's
 * own CPU time, the least of many: what else the machine does is not in it.
 */
final class RegexScaling {
    static final String[] PATTERNS = {"(.*a){18}$", "(a+)+$", "(a|aa)+$"};
    static final int[] LENGTHS = {2000, 4000, 8000, 16_000};
    private static final int WARM_UP = 300;
    private static final int TRIES = 40;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** Microseconds for each of the lengths. */
    double[] micros(String pattern) {
        CompiledCriteria criteria = SampleAnswers.regex("$.m", TextNode.valueOf(pattern));
        AnswerFields first = text(LENGTHS[0]);
        for (int i = 0; i < WARM_UP; i++) {
            criteria.judge(first);
        }
        double[] micros = new double[LENGTHS.length];
        for (int i = 0; i < LENGTHS.length; i++) {
            micros[i] = least(criteria, text(LENGTHS[i])) / 1e3;
        }
        return micros;
    }

    private long least(CompiledCriteria criteria, AnswerFields fields) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = threads.getCurrentThreadCpuTime();
            criteria.judge(fields);
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        return least;
    }

    /** The last letter makes every way to match it fail. */
    private static AnswerFields text(int length) {
        return SampleAnswers.fields(("{\"m\":\"" + "a".repeat(length - 1) + "b\"}").getBytes(UTF_8));
    }
}
