package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fixed template against the gateway that all later proofs rest on. */
class SimulatedGatewayTest {
    private static Report carryOut(GatewayClient client, Command command) throws Exception {
        return client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS);
    }

    @Test
    void carryOut_orderPaymentAndInquiry_areUnderstoodBySimulator(@TempDir Path folder) throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder));
                GatewayClient client =
                        new GatewayClient(Fixtures.gateway("gw", simulator.url(), 4), "s-1", InstantSource.system())) {
            client.start();
            Report before = carryOut(client, Fixtures.inquiry(RequestKind.PAYMENT));
            Report order = carryOut(client, Fixtures.order(Fixtures.id(), "gw"));
            Report payment = carryOut(client, Fixtures.payment(Fixtures.ID));
            Report after = carryOut(client, Fixtures.inquiry(RequestKind.PAYMENT));

            assertThat(((Report.InquiryReport) before).finding()).isEqualTo(Finding.NOT_FOUND);
            assertThat(((Report.AttemptReport) order).outcome()).isInstanceOf(Outcome.Delivered.class);
            Outcome outcome = ((Report.AttemptReport) payment).outcome();
            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(outcome.answer().reference()).startsWith("sim_");
            assertThat(((Report.InquiryReport) after).finding()).isEqualTo(Finding.SUCCEEDED);
            assertThat(simulator.effects()).hasSize(2).allMatch(tally -> tally.posts() == 1 || tally.lookups() > 0);
        }
    }
}
