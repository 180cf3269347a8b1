package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReservedPortTest {
    @Test
    void next_askedOften_neverGivesOnePortTwice() {
        assertThat(IntStream.range(0, 50).map(i -> ReservedPort.next()).boxed().toList())
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(10_000, 15_000));
    }
}
