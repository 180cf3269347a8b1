package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceContextTest {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @ParameterizedTest
    @CsvSource({
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, true",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00, true",
        "' 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ', true",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-brings, true",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more, false",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, false",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01, false",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01, false",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01, false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331, false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g, false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333g-01, false",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01, false",
        "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01, false",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331_01, false",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, true",
        "'', false",
        "none, false",
    })
    void parse_header_isTakenOnlyIfValid(String header, boolean valid) {
        assertThat(TraceContext.parse(header).isPresent()).isEqualTo(valid);
    }

    @Test
    void parse_laterVersion_goesOnAsTheOneWeKnow() {
        assertThat(TraceContext.parse(TRACE.replaceFirst("00", "cc") + "-x")
                        .orElseThrow()
                        .header())
                .isEqualTo(TRACE);
    }

    @Test
    void child_ofATrace_hasItsTraceAndFlagsAndASpanOfItsOwn() {
        TraceContext caller = TraceContext.parse(TRACE).orElseThrow();
        TraceContext accept = caller.child("accept");
        assertThat(accept.traceId()).isEqualTo(caller.traceId());
        assertThat(accept.flags()).isEqualTo("01");
        assertThat(accept.spanId()).isNotEqualTo(caller.spanId());
        assertThat(caller.child("accept")).as("done again, it is the same span").isEqualTo(accept);
        assertThat(accept.child("send/1")).isNotEqualTo(accept.child("send/2"));
        assertThat(TraceContext.parse(accept.header())).contains(accept);
    }

    @Test
    void child_manyOfOne_areAllDifferent() {
        TraceContext caller = TraceContext.parse(TRACE).orElseThrow();
        Set<String> spans = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            spans.add(caller.child("send/" + i).spanId());
        }
        assertThat(spans).hasSize(100_000);
    }

    @Test
    void root_forNoTrace_isAValidOne() {
        TraceContext root = TraceContext.root(RequestId.of("0197f3c2-7c1e-7d3a-9b1f-2f6d1c0a9e41"));
        assertThat(TraceContext.parse(root.header())).contains(root);
        assertThat(root.traceId()).isEqualTo("0197f3c27c1e7d3a9b1f2f6d1c0a9e41");
        assertThat(TraceContext.child(null, "accept")).isNull();
        assertThat(TraceContext.child("garbage", "accept")).isNull();
    }
}
