package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.gateway.GatewayFile;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallerRequestTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void of_sameSeedAndNumber_isTheSameAndAnotherOtherwise() {
        assertThat(all(7)).isEqualTo(all(7)).isNotEqualTo(all(8)).doesNotHaveDuplicates();
    }

    @Test
    void of_everything_hasEveryGatewayByEveryWayAndSomeThatAreHeld() {
        List<CallerRequest> all = all(7);
        for (String gateway : GatewayFaultPlan.NAMES) {
            for (CallerRequest.Way way : CallerRequest.Way.values()) {
                assertThat(all)
                        .anyMatch(one -> one.way() == way && one.body().contains("\"gateway\":\"" + gateway + "\""));
            }
        }
        long held = all.stream().filter(CallerRequestTest::isHeld).count();
        assertThat(held).isBetween(100L, 300L);
    }

    @Test
    void of_httpAlone_isNeverHeldAndNeverPublished() {
        assertThat(LongStream.range(0, 1_000).mapToObj(n -> CallerRequest.of(7, n, CallerRequest.Variety.HTTP_ALONE)))
                .noneMatch(CallerRequestTest::isHeld)
                .allMatch(one -> one.way() == CallerRequest.Way.HTTP);
    }

    @Test
    void changed_payment_goesToTheSameGatewayForAnotherAmountThatIsHeldToo() throws Exception {
        for (CallerRequest one : all(7)) {
            if (isHeld(one)) {
                var before = JSON.readTree(one.body());
                var after = JSON.readTree(CallerRequest.changed(7, one.key()));
                assertThat(after.get("gateway")).isEqualTo(before.get("gateway"));
                assertThat(after.get("amount")).isNotEqualTo(before.get("amount"));
                assertThat(new java.math.BigDecimal(after.get("amount").asText()))
                        .isGreaterThanOrEqualTo(java.math.BigDecimal.valueOf(CallerRequest.HELD_FROM));
            }
        }
    }

    @Test
    void approvals_ofTheArena_areARuleThatHoldsPayments() throws Exception {
        List<ApprovalRule> rules = GatewayFile.read(GatewayFaultPlan.APPROVALS + GatewayFaultPlan.gateways(1))
                .approvals();
        assertThat(rules).singleElement().matches(rule -> rule.decision() == ApprovalRule.Decision.HOLD);
    }

    private static boolean isHeld(CallerRequest one) {
        return one.body().matches("\\{\"amount\":\"1\\d{6}\\.50\".*");
    }

    private static List<CallerRequest> all(long seed) {
        return LongStream.range(0, 3_000)
                .mapToObj(number -> CallerRequest.of(seed, number, CallerRequest.Variety.EVERYTHING))
                .toList();
    }
}
