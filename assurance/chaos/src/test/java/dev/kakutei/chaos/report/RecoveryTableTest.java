package dev.kakutei.chaos.report;

import static dev.kakutei.chaos.report.FaultRecord.Overlap.ALONE;
import static dev.kakutei.chaos.report.FaultRecord.Overlap.FIRST_OF_TWO;
import static dev.kakutei.chaos.report.FaultRecord.Overlap.SECOND_OF_TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.StringReader;
import java.util.List;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class RecoveryTableTest {
    static final List<FaultRecord> FAULTS = List.of(
            fault("kill", "sender", ALONE, 1_000L, 4_000L),
            fault("kill", "relay", ALONE, 3_000L, 9_000L),
            fault("kill", "relay", ALONE, null, null),
            fault("kill", "relay", FIRST_OF_TWO, 20_000L, 30_000L),
            fault("reset", "clients-broker-2", SECOND_OF_TWO, 20_000L, 30_000L),
            fault("broker kill", "broker-1", ALONE, 2_000L, 2_500L),
            fault("broker kill", "broker-3", ALONE, 7_000L, 7_500L));

    @ParameterizedTest
    @CsvSource({
        // how many times of 1 s, 2 s, … ; median / p90 / worst
        "0, –",
        "1, 1.0 / 1.0 / 1.0",
        "2, 1.0 / 2.0 / 2.0",
        "3, 2.0 / 3.0 / 3.0",
        "10, 5.0 / 9.0 / 10.0",
        "11, 6.0 / 10.0 / 11.0",
        "100, 50.0 / 90.0 / 100.0"
    })
    void times_ofSoMany_areTheNearestRanks(int count, String words) {
        assertThat(Times.of(LongStream.rangeClosed(1, count)
                                .map(second -> (count + 1 - second) * 1000)
                                .boxed()
                                .toList())
                        .words())
                .isEqualTo(words);
    }

    @Test
    void byKind_faultsAloneAndInTwos_countsEachTimeOnce() {
        assertThat(RecoveryTable.byKind(FAULTS).rows())
                .extracting(
                        RecoveryTable.Row::fault,
                        RecoveryTable.Row::times,
                        row -> row.seen().size(),
                        row -> row.recoveries().words())
                .containsExactly(
                        tuple("broker kill", 2L, 2, "2.0 / 7.0 / 7.0"),
                        tuple("kill", 4L, 2, "1.0 / 3.0 / 3.0"),
                        tuple("reset", 1L, 0, "–"),
                        tuple("two at once", 1L, 1, "20.0 / 20.0 / 20.0"));
    }

    @Test
    void byKindAndTarget_brokers_areAlike() {
        assertThat(RecoveryTable.byKindAndTarget(FAULTS).rows())
                .extracting(RecoveryTable.Row::fault)
                .containsExactly(
                        "broker kill, broker",
                        "kill, relay",
                        "kill, sender",
                        "reset, clients to broker",
                        "two at once");
    }

    @Test
    void markdown_anyTable_hasAsManyCellsInEachLine() {
        assertThat(RecoveryTable.byKind(FAULTS)
                        .markdown()
                        .lines()
                        .map(line -> line.chars().filter(c -> c == '|').count()))
                .hasSize(6)
                .containsOnly(7L);
    }

    @Test
    void plot_anyTable_isAPictureWithADotForEachMeasuredFault() throws Exception {
        Document svg = parsed(RecoveryPlot.of(RecoveryTable.byKind(FAULTS), "5 < 6 & \"more\""));

        // five faults, and two in the legend
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(5 + 2);
        assertThat(svg.getDocumentElement().getTextContent())
                .contains(
                        "prefers-color-scheme:dark", "5 < 6 & \"more\"", "broker kill", "two at once", "n = 2", "none");
    }

    @Test
    void plot_hoursAndNothing_staysWithinItsFrame() throws Exception {
        List<FaultRecord> faults =
                List.of(fault("kill", "sender", ALONE, 0L, 0L), fault("kill", "sender", ALONE, 7_200_000L, 7_200_000L));
        Document svg = parsed(RecoveryPlot.of(RecoveryTable.byKind(faults), "long"));
        for (int i = 0; i < 2; i++) {
            var dot = svg.getElementsByTagName("circle").item(i);
            assertThat(Double.parseDouble(dot.getAttributes().getNamedItem("cx").getNodeValue()))
                    .isBetween(0.0, 860.0);
        }
        assertThat(parsed(RecoveryPlot.of(RecoveryTable.byKind(List.of()), "none"))
                        .getElementsByTagName("circle")
                        .getLength())
                .isEqualTo(2);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    static FaultRecord fault(String kind, String target, FaultRecord.Overlap overlap, Long recovery, Long outage) {
        return new FaultRecord(kind, target, kind.endsWith("kill"), overlap, 10, 20, outage, recovery, false);
    }
}
