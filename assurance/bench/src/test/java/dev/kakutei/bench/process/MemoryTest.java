package dev.kakutei.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MemoryTest {
    @Test
    void used_ofTwoGenerations_isTheirSumWithoutWhatIsNoHeap() {
        String said = """
                4711:
                 PSYoungGen      total 611840K, used 100K [0x1, 0x2, 0x3)
                  eden space 524800K, 20% used [0x1,0x2,0x3)
                 ParOldGen       total 1398272K, used 24K [0x1, 0x2, 0x3)
                  object space 1398272K, 0% used [0x1,0x2,0x3)
                 Metaspace       used 1000K, committed 1088K, reserved 1114112K
                  class space    used 1000K, committed 1088K, reserved 1048576K
                """;
        assertThat(Memory.used(said)).isEqualTo(124 * 1024.0);
    }

    @Test
    void used_ofOneHeap_isItsLine() {
        assertThat(Memory.used(" garbage-first heap   total 264192K, used 7K [0x1, 0x2)\n Metaspace used 9K"))
                .isEqualTo(7 * 1024.0);
    }

    @Test
    void used_ofSomethingElse_isNotANumber() {
        assertThat(Memory.used("no such process")).isNaN();
    }
}
