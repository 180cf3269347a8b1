package dev.kakutei.store.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.project.Projected;
import dev.kakutei.testkit.TestDepth;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC E3: every difference is found and reported with both values, and repaired where the events determine how. */
class CheckAndRebuildTest {
    private static final int LIVES = TestDepth.rounds(100, 300);
    private static final String APPROVED = "approved";
    private static TestStore store;
    private static LedgerTable ledger;
    private static final List<NewRequest> REQUESTS = new ArrayList<>();

    @BeforeAll
    static void fill() throws Exception {
        store = TestStore.open();
        ledger = new LedgerTable(store.database());
        Random random = new Random(21);
        List<LedgerEvent> events = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            REQUESTS.add(i % 3 == 0 ? Requests.order("r-" + i) : Requests.payment("r-" + i));
        }
        ledger.accept(REQUESTS);
        for (NewRequest request : REQUESTS) {
            events.addAll(EventHistories.random(request, random, 1 + random.nextInt(9)));
        }
        NewRequest approved = Requests.payment(APPROVED);
        ledger.accept(List.of(approved));
        REQUESTS.add(approved);
        events.addAll(EventHistories.approvedLater(approved));
        Projected.write(store.database(), events);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void check_tablesAsTheyWereWritten_findsNothing() {
        List<CheckProgress> progress = new ArrayList<>();

        CheckProgress passed = new LedgerCheck(store.database()).run(null, difference -> {}, progress::add);

        assertThat(passed.differences()).isZero();
        assertThat(passed.requests()).isGreaterThanOrEqualTo(450);
        assertThat(progress).hasSizeGreaterThan(2);
    }

    /** One row: where the harm is done, to a request that is settled or open, and how it is reported. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "settled | update ledger set state = 'sending'                          | ledger.state",
                "settled | update ledger set state = 'nonsense'                         | ledger.state",
                "settled | update ledger set attempts = attempts + 1                    | ledger.attempts",
                "settled | update ledger set settled_at = settled_at + interval '1 ms'  | ledger.settled_at",
                "settled | update ledger set last_event_id = last_event_id - 1          | ledger.last_event_id",
                "settled | update ledger set current_event_id = 1                       | ledger.current_event_id",
                "settled | update ledger set request_digest = repeat('0', 64)           | ledger.request_digest",
                "settled | update ledger set client = 'someone'                        | ledger.client",
                "settled | update ledger set reason = 'made up'                         | ledger.reason",
                "settled | update ledger set contradicted = not contradicted            | ledger.contradicted",
                "settled | update ledger set pending_verification = true                | ledger.pending_verification",
                "settled | update ledger set gateway_answer = null                      | ledger.gateway_answer",
                "settled | update ledger set settled_at = null                          | ledger.settled_at",
                "open    | update ledger set due_at = now()                             | ledger.due_at",
                "open    | update ledger set accepted_at = accepted_at + interval '1 h' | ledger.accepted_at",
                "open    | delete from ledger                                           | ledger.(row)",
                "settled | delete from ledger                                           | ledger.(row)",
                "open    | delete from ledger_open                                      | ledger_open.(row)",
                "settled | insert into ledger_open select accepted_at, request_id from ledger | ledger_open.(row)",
                "settled | update outbox_orders set status = 'pending'                  | outbox_orders.status",
                "settled | update outbox_orders set attempts = 99                       | outbox_orders.attempts",
                "settled | update outbox_orders set locked_by = 'someone'              | outbox_orders.locked_by",
                "settled | update outbox_orders set last_error_code = 'made up'         |"
                        + " outbox_orders.last_error_code",
                "open    | update outbox_orders set order_request_json = '{}'           |"
                        + " outbox_orders.order_request_json",
                "open    | update outbox_orders set expires_at = now()                  | outbox_orders.expires_at",
                "approved | update ledger set version = 1                               | ledger.version",
                "approved | update ledger set version_digest = request_digest           | ledger.version_digest",
                "approved | update ledger set amount = 1200.00                          | ledger.amount",
                "approved | update ledger set gateway = 'simulator'                     | ledger.gateway",
                "approved | update ledger set note = null, comments = 0                 | ledger.note",
                "approved | update ledger set approved_by = 'approver:no-one'           | ledger.approved_by",
                "approved | update ledger set approval_policy = null                    | ledger.approval_policy",
                "approved | update ledger set approval_status = 'pending'               | ledger.approval_status",
                "approved | update ledger set approved_at = now()                       | ledger.approved_at",
                "approved | update ledger set submissions = '1/1/0,2/5/10'              | ledger.submissions",
                "approved | update ledger set summary = 'Another one.'                  | ledger.summary",
                "approved | update ledger set summary_by = 'summariser:another'         | ledger.summary_by",
                "approved | update outbox_orders set amount = '7.50'                    | outbox_orders.amount",
            })
    void check_plantedHarm_isFoundAndRepaired(String which, String harm, String place) {
        NewRequest victim = victim(which);
        plant(harm, victim.id());

        List<Difference> found = check();
        assertThat(found)
                .isNotEmpty()
                .allSatisfy(difference -> assertThat(difference.requestId()).isEqualTo(victim.id()));
        assertThat(found).anySatisfy(difference -> {
            assertThat(difference.table() + "." + difference.field()).isEqualTo(place);
            assertThat(difference.key()).isEqualTo(victim.fact().idempotencyKey());
            assertThat(difference.stored()).isNotEqualTo(difference.expected());
        });

        List<Repair> repairs = new ArrayList<>();
        new Rebuild(store.database()).onlyDifferent(null, repairs::add, passed -> {});
        assertThat(repairs)
                .isNotEmpty()
                .allSatisfy(repair -> assertThat(repair.obstacle()).isEmpty());
        assertThat(check()).isEmpty();
    }

    /** Harm to the events themselves: reported, and left alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delete from ledger_events where event_id = 2                                | (events)",
                "delete from ledger_events                                                   | (events)",
                "update ledger_events set fact = '{\"type\":\"future\"}' where event_id = 2  | (events)",
                "update ledger_events set type = 'settled' where event_id = 1                | type of event 1",
            })
    void check_harmToEvents_isFoundAndNotTouched(String harm, String field) throws Exception {
        NewRequest victim = Requests.payment("harm-" + harm.hashCode());
        ledger.accept(List.of(victim));
        Projected.write(store.database(), EventHistories.succeeded(victim));
        plant(harm, victim.id());
        String before = store.text("select state from ledger where request_id = '" + victim.id() + "'");

        assertThat(check())
                .singleElement()
                .satisfies(difference -> assertThat(difference.field()).isEqualTo(field));
        List<Repair> repairs = new Rebuild(store.database()).one(victim.id());

        assertThat(repairs)
                .singleElement()
                .satisfies(repair -> assertThat(repair.obstacle()).isPresent());
        assertThat(store.text("select state from ledger where request_id = '" + victim.id() + "'"))
                .isEqualTo(before);
        for (String table :
                List.of("ledger_events where request_id", "ledger where request_id", "outbox_orders where id")) {
            store.execute("delete from " + table + " = '" + victim.id() + "'");
        }
        assertThat(check()).isEmpty();
    }

    @Test
    void check_outboxRowOfUndecidedRequestGone_isFoundAndNotSentAgain() {
        NewRequest victim = Requests.payment("unsent-1");
        ledger.accept(List.of(victim));
        store.execute("delete from outbox_orders where id = '" + victim.id() + "'");

        assertThat(check())
                .singleElement()
                .satisfies(difference -> assertThat(difference.table()).isEqualTo("outbox_orders"));
        assertThat(new Rebuild(store.database()).one(victim.id()))
                .singleElement()
                .satisfies(repair -> assertThat(repair.obstacle())
                        .hasValueSatisfying(why -> assertThat(why).contains("is a message")));
        store.execute("delete from ledger where request_id = '" + victim.id() + "'");
        store.execute("delete from ledger_events where request_id = '" + victim.id() + "'");
    }

    @Test
    void check_strayInTheOpenSet_isFoundAndRemoved() {
        store.execute("insert into ledger_open values (now(), gen_random_uuid())");

        assertThat(check())
                .singleElement()
                .satisfies(difference -> assertThat(difference.table()).isEqualTo("ledger_open"));
        new Rebuild(store.database()).all(null, repair -> {}, passed -> {});
        assertThat(check()).isEmpty();
    }

    @Test
    void rebuild_allFromTheMiddle_goesOnWhereItWasBrokenOff() {
        RequestId middle =
                RequestId.of(store.text("select request_id from ledger order by request_id offset 200 limit 1"));
        plant("update ledger set attempts = 77", victim("settled").id());
        store.execute("update ledger set attempts = 78 where request_id > '" + middle + "'");

        List<Repair> repairs = new ArrayList<>();
        new Rebuild(store.database()).all(middle, repairs::add, passed -> {});
        assertThat(store.count("ledger where attempts = 78")).isZero();
        assertThat(store.count("ledger where attempts = 77")).isOne();

        new Rebuild(store.database()).all(null, repairs::add, passed -> {});
        assertThat(check()).isEmpty();
    }

    @Test
    void rebuild_keyTakenByAnother_isReportedAndTheOthersAreRepaired() {
        NewRequest rightful = Requests.payment("taken-1");
        NewRequest other = Requests.payment("taken-2");
        ledger.accept(List.of(rightful, other));
        plant("update ledger set idempotency_key = 'taken-x'", rightful.id());
        plant("update ledger set idempotency_key = 'taken-1'", other.id());
        NewRequest third = Requests.payment("taken-3");
        ledger.accept(List.of(third));
        plant("update ledger set attempts = 5", third.id());

        List<Repair> repairs = new ArrayList<>();
        new Rebuild(store.database()).onlyDifferent(null, repairs::add, passed -> {});

        assertThat(repairs)
                .filteredOn(repair -> repair.difference().requestId().equals(rightful.id()))
                .allSatisfy(repair -> assertThat(repair.obstacle()).isPresent());
        // Now that the other has its own key again, a second run finds the way free.
        new Rebuild(store.database()).onlyDifferent(null, repairs::add, passed -> {});
        assertThat(check()).isEmpty();
    }

    @Test
    void check_whileRequestsMove_raisesNoFalseAlarm() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> {
            Random random = new Random(8);
            int lives = 0;
            try {
                while (!done.get() && lives < LIVES) {
                    NewRequest request = Requests.payment("moving-" + lives++);
                    ledger.accept(List.of(request));
                    begun.countDown();
                    for (LedgerEvent event : EventHistories.random(request, random, 6)) {
                        Projected.write(store.database(), List.of(event));
                    }
                }
                return lives;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(check()).isEmpty();
            List<Repair> repairs = new ArrayList<>();
            new Rebuild(store.database()).all(null, repairs::add, passed -> {});
            assertThat(repairs).isEmpty();
        }
        done.set(true);
        assertThat(writer.get()).as("lives lived meanwhile").isPositive();
        assertThat(check()).isEmpty();
    }

    private static NewRequest victim(String which) {
        String open = which.equals("open") ? "is null" : "is not null";
        String id = store.text("select request_id from ledger where settled_at " + open
                + " and attempts > 0 and due_at " + (which.equals("open") ? "is not null" : "is null")
                + " and gateway_answer is not null and current_event_id > 1 limit 1");
        return REQUESTS.stream()
                .filter(request -> which.equals(APPROVED)
                        ? request.fact().idempotencyKey().equals(APPROVED)
                        : request.id().toString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Done to one request: the statement gets its condition. */
    private static void plant(String harm, RequestId id) {
        String column = harm.contains("outbox_orders") ? "id" : "request_id";
        store.execute(harm.strip() + (harm.contains(" where ") ? " and " : " where ") + column + " = '" + id + "'");
    }

    private static List<Difference> check() {
        List<Difference> found = new ArrayList<>();
        new LedgerCheck(store.database()).run(null, found::add, passed -> {});
        return found;
    }
}
