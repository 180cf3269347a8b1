package dev.kakutei.bench.judging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.sender.criteria.AnswerFields;
import dev.kakutei.sender.criteria.AnswerJson;
import dev.kakutei.sender.criteria.BodyPath;
import dev.kakutei.sender.criteria.CompiledCriteria;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Judging the sample answer, piece by piece, on a warm machine. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CriteriaBenchmark {
    private static final String PATTERN = "(?i)declined|insufficient (funds|balance)";

    private final List<CompiledCriteria> lists = SampleAnswers.lists();
    private final AnswerFields fields = SampleAnswers.fields(SampleAnswers.BODY);
    private final JsonNode tree = fields.body();
    private final BodyPath place = BodyPath.compile("$.outcome.seller_message");
    private final BodyPath each = BodyPath.compile("$.warnings[*].code");
    private final CompiledCriteria regex = SampleAnswers.regex("$.outcome.seller_message", TextNode.valueOf(PATTERN));

    /** All five lists, nine conditions, of an answer that is parsed. */
    @Benchmark
    public void criteria(Blackhole hole) {
        for (CompiledCriteria list : lists) {
            hole.consume(list.judge(fields));
        }
    }

    /** The same with the parsing: all that a call takes longer for it. */
    @Benchmark
    public void criteriaAndParsing(Blackhole hole) {
        AnswerFields fresh = SampleAnswers.fields(SampleAnswers.BODY);
        for (CompiledCriteria list : lists) {
            hole.consume(list.judge(fresh));
        }
    }

    @Benchmark
    public JsonNode parsing() {
        return AnswerJson.read(SampleAnswers.BODY, UTF_8);
    }

    @Benchmark
    public List<JsonNode> jsonPath() {
        return place.values(tree);
    }

    @Benchmark
    public List<JsonNode> jsonPathWithStar() {
        return each.values(tree);
    }

    /** What the first evaluation does: the regex is compiled, then asked. */
    @Benchmark
    public Object regexFirst() {
        return SampleAnswers.regex("$.outcome.seller_message", TextNode.valueOf(PATTERN))
                .judge(fields);
    }

    /** What every later one does. */
    @Benchmark
    public Object regexRepeated() {
        return regex.judge(fields);
    }
}
