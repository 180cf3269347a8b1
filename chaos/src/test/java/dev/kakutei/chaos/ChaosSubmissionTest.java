package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.gateway.GatewayFile;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChaosSubmissionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void of_sameSeedAndNumber_isTheSameAndAnotherOtherwise() {
        assertThat(all(7)).isEqualTo(all(7)).isNotEqualTo(all(8)).doesNotHaveDuplicates();
    }

    @Test
    void of_everything_hasEveryGatewayByEveryWayAndSomeThatAreHeld() {
        List<Submission> all = all(7);
        for (String gateway : GatewayWeather.NAMES) {
            for (Submission.Way way : Submission.Way.values()) {
                assertThat(all)
                        .anyMatch(one -> one.way() == way && one.body().contains("\"gateway\":\"" + gateway + "\""));
            }
        }
        long held = all.stream().filter(ChaosSubmissionTest::isHeld).count();
        assertThat(held).isBetween(100L, 300L);
    }

    @Test
    void of_httpAlone_isNeverHeldAndNeverPublished() {
        assertThat(LongStream.range(0, 1_000).mapToObj(n -> Submission.of(7, n, Submission.Variety.HTTP_ALONE)))
                .noneMatch(ChaosSubmissionTest::isHeld)
                .allMatch(one -> one.way() == Submission.Way.HTTP);
    }

    @Test
    void changed_payment_goesToTheSameGatewayForAnotherAmountThatIsHeldToo() throws Exception {
        for (Submission one : all(7)) {
            if (isHeld(one)) {
                var before = JSON.readTree(one.body());
                var after = JSON.readTree(Submission.changed(7, one.key()));
                assertThat(after.get("gateway")).isEqualTo(before.get("gateway"));
                assertThat(after.get("amount")).isNotEqualTo(before.get("amount"));
                assertThat(new java.math.BigDecimal(after.get("amount").asText()))
                        .isGreaterThanOrEqualTo(java.math.BigDecimal.valueOf(Submission.HELD_FROM));
            }
        }
    }

    @Test
    void approvals_ofTheArena_areARuleThatHoldsPayments() throws Exception {
        List<ApprovalRule> rules = GatewayFile.read(GatewayWeather.APPROVALS + GatewayWeather.gateways(1))
                .approvals();
        assertThat(rules).singleElement().matches(rule -> rule.decision() == ApprovalRule.Decision.HOLD);
    }

    private static boolean isHeld(Submission one) {
        return one.body().matches("\\{\"amount\":\"1\\d{6}\\.50\".*");
    }

    private static List<Submission> all(long seed) {
        return LongStream.range(0, 3_000)
                .mapToObj(number -> Submission.of(seed, number, Submission.Variety.EVERYTHING))
                .toList();
    }
}
