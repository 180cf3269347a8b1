package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.transactions.Decision;
import dev.kakutei.standalone.transactions.Mender;
import dev.kakutei.standalone.transactions.OpenTransaction;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;

/** {@code ./kakutei mend-transactions}: ends what hangs in Kafka, as its coordinator had decided. */
@CommandLine.Command(
        name = "mend-transactions",
        description = {
            "Finds transactions in Kafka that nobody will ever end, and what their coordinator had decided.",
            "Shows what it would do; with --apply it writes the missing markers. What is not known for certain is left"
                    + " alone.",
            "Needs more rights than the services: READ on our topics, __consumer_offsets and __transaction_state,"
                    + " DESCRIBE on all transactional ids, and with --apply ALTER or CLUSTER_ACTION on the cluster.",
            "Ends with 1 when something hangs that was not mended."
        },
        mixinStandardHelpOptions = true)
final class MendTransactionsCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private DatabaseOptions options;

    @CommandLine.Option(names = "--apply", description = "write the markers; without it nothing is changed")
    private boolean apply;

    @CommandLine.Option(
            names = "--longest",
            paramLabel = "TIME",
            converter = Words.Time.class,
            description = "transaction.max.timeout.ms of the brokers: a transaction of which no coordinator knows is"
                    + " taken to hang after this time (default: 15m)")
    private Duration longest = Duration.ofMinutes(15);

    private int mended;
    private int left;

    @Override
    public Integer call() {
        KafkaConfig kafka = options.kafka();
        try (Mender mender = new Mender(kafka)) {
            Mender.Plans plans = mender.plan(longest);
            plans.all().forEach(plan -> tell(plan, outcome(mender, plan)));
            plans.unread().forEach((partition, why) -> tellUnread(partition.toString(), why));
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

    private String outcome(Mender mender, Mender.Plan plan) {
        return plan.decision().match(new Decision.Cases<>() {
            @Override
            public String marker(Decision.Marker marker) {
                if (!apply) {
                    left++;
                    return "would be ended";
                }
                Optional<String> refusal = mender.write(plan, marker);
                if (refusal.isEmpty()) {
                    mended++;
                    return "ended";
                }
                left++;
                return "not ended: " + refusal.get();
            }

            @Override
            public String unknown(Decision.Unknown unknown) {
                left++;
                return "left alone";
            }
        });
    }

    private void tell(Mender.Plan plan, String outcome) {
        OpenTransaction open = plan.hanging().open();
        Decision.Cases<String[]> words = new Decision.Cases<>() {
            @Override
            public String[] marker(Decision.Marker marker) {
                return new String[] {marker.result().name().toLowerCase(Locale.ROOT), marker.evidence()};
            }

            @Override
            public String[] unknown(Decision.Unknown unknown) {
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

    private void tellUnread(String partition, String why) {
        left++;
        if (options.json()) {
            ObjectNode node = Json.MAPPER.createObjectNode();
            node.put("partition", partition);
            node.put("outcome", "not looked at: " + why);
            print(node);
        } else {
            options.out().println(partition + ": not looked at: " + why);
        }
    }

    private void sum(Mender.Plans plans) {
        if (!options.json()) {
            options.out()
                    .println(plans.all().size() + " hanging transactions by partition: " + mended + " ended, " + left
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
