package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.transactions.MarkerDecision;
import dev.kakutei.standalone.transactions.OpenTransaction;
import dev.kakutei.standalone.transactions.TransactionRepair;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;

/** {@code ./kakutei repair-transactions}: ends what hangs in Kafka, as its coordinator had decided. */
@CommandLine.Command(
        name = "repair-transactions",
        description = {
            "Finds transactions in Kafka that never end by themselves, and what their coordinator had decided.",
            "Shows what it would do; with --apply it writes the missing markers. What is not known for certain is left"
                    + " alone.",
            "Needs more rights than the services: READ on our topics, __consumer_offsets and __transaction_state,"
                    + " DESCRIBE on all transactional ids, and with --apply ALTER or CLUSTER_ACTION on the cluster.",
            "Ends with 1 when a transaction hangs that was not ended."
        },
        mixinStandardHelpOptions = true)
final class RepairTransactionsCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private DatabaseOptions options;

    @CommandLine.Option(names = "--apply", description = "write the markers; without it nothing is changed")
    private boolean apply;

    @CommandLine.Option(
            names = "--longest",
            paramLabel = "TIME",
            converter = OptionConverters.Time.class,
            description = "transaction.max.timeout.ms of the brokers: a transaction of which no coordinator knows is"
                    + " taken to hang after this time (default: 15m)")
    private Duration longest = Duration.ofMinutes(15);

    private int ended;
    private int left;

    @Override
    public Integer call() {
        KafkaConfig kafka = options.kafka();
        try (TransactionRepair repair = new TransactionRepair(kafka)) {
            TransactionRepair.Plans plans = repair.plan(longest);
            plans.all().forEach(plan -> show(plan, outcome(repair, plan)));
            plans.unread().forEach((partition, why) -> showUnread(partition.toString(), why));
            sum(plans);
            return left == 0 ? 0 : 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted while Kafka was asked");
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            throw new CommandFailed("Kafka at " + kafka.bootstrap() + ": "
                    + (cause.getMessage() == null ? "no answer" : cause.getMessage()));
        }
    }

    private String outcome(TransactionRepair repair, TransactionRepair.Plan plan) {
        return plan.decision().match(new MarkerDecision.Cases<>() {
            @Override
            public String marker(MarkerDecision.Marker marker) {
                if (!apply) {
                    left++;
                    return "would be ended";
                }
                Optional<String> refusal = repair.write(plan, marker);
                if (refusal.isEmpty()) {
                    ended++;
                    return "ended";
                }
                left++;
                return "not ended: " + refusal.get();
            }

            @Override
            public String unknown(MarkerDecision.Unknown unknown) {
                left++;
                return "left alone";
            }
        });
    }

    private void show(TransactionRepair.Plan plan, String outcome) {
        OpenTransaction open = plan.hanging().open();
        MarkerDecision.Cases<String[]> words = new MarkerDecision.Cases<>() {
            @Override
            public String[] marker(MarkerDecision.Marker marker) {
                return new String[] {marker.result().name().toLowerCase(Locale.ROOT), marker.evidence()};
            }

            @Override
            public String[] unknown(MarkerDecision.Unknown unknown) {
                return new String[] {"unknown", unknown.why()};
            }
        };
        String[] decided = plan.decision().match(words);
        if (options.json()) {
            ObjectNode node = Json.MAPPER.createObjectNode();
            node.put("partition", open.partition().toString());
            node.put("offset", open.startOffset());
            node.put("producer_id", open.producerId());
            node.put("transactional_id", plan.hanging().transactionalId());
            node.put("last_written", open.lastWritten().toString());
            node.put("decision", decided[0]);
            node.put("evidence", decided[1]);
            node.put("outcome", outcome);
            print(node);
            return;
        }
        options.out()
                .println(open.partition() + ": " + plan.hanging().producer() + " hangs from offset "
                        + open.startOffset() + " on, last written " + open.lastWritten());
        options.out().println("         " + decided[0] + ": " + decided[1]);
        options.out().println("         → " + outcome);
    }

    private void showUnread(String partition, String why) {
        left++;
        if (options.json()) {
            ObjectNode node = Json.MAPPER.createObjectNode();
            node.put("partition", partition);
            node.put("outcome", "not checked: " + why);
            print(node);
        } else {
            options.out().println(partition + ": not checked: " + why);
        }
    }

    private void sum(TransactionRepair.Plans plans) {
        if (!options.json()) {
            options.out()
                    .println(plans.all().size() + " hanging transactions by partition: " + ended + " ended, " + left
                            + " left"
                            + (apply || plans.all().isEmpty() ? "" : "; nothing was changed, --apply writes markers"));
        }
        options.out().flush();
    }

    private void print(ObjectNode node) {
        try {
            options.out().println(Json.MAPPER.writeValueAsString(node));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line that cannot be written", e);
        }
    }
}
