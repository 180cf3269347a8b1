package dev.kakutei.store.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.store.Requests;
import dev.kakutei.store.metrics.AcceptMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch underWay = new CountDownLatch(1);
    private final CountDownLatch commit = new CountDownLatch(1);
    private final AtomicBoolean walFull = new AtomicBoolean();
    private GroupCommit commits;

    @AfterEach
    void close() {
        commit.countDown();
        commits.close();
    }

    /** A store whose transactions end when the test says so. */
    private List<Acceptance> slowStore(List<NewRequest> requests) {
        sizes.add(requests.size());
        underWay.countDown();
        try {
            assertThat(commit.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return accepted(requests);
    }

    private static List<Acceptance> accepted(List<NewRequest> requests) {
        return requests.stream()
                .<Acceptance>map(request -> new Acceptance.Accepted(request.entry()))
                .toList();
    }

    private void open(int writers, int requests, int queue, Function<List<NewRequest>, List<Acceptance>> store) {
        commits = new GroupCommit(
                new BatchConfig(writers, requests, Duration.ofMillis(1), queue, 0),
                store,
                walFull::get,
                new AcceptMetrics(registry));
        commits.start();
    }

    @Test
    void submit_beforeTheCommit_isNotAnswered() throws Exception {
        open(1, 10, 10, this::slowStore);

        CompletableFuture<Acceptance> answer = commits.submit(Requests.payment("a"));
        assertThat(underWay.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(answer).isNotDone();
        commit.countDown();

        assertThat(answer.get(60, TimeUnit.SECONDS)).isInstanceOf(Acceptance.Accepted.class);
        assertThat(registry.counter(AcceptMetrics.ENQUEUED, "kind", "payment").count())
                .isEqualTo(1);
    }

    @Test
    void submit_whileATransactionIsUnderWay_goesTogetherIntoTheNext() throws Exception {
        open(1, 5, 100, this::slowStore);
        List<CompletableFuture<Acceptance>> answers = new ArrayList<>();
        answers.add(commits.submit(Requests.payment("first")));
        assertThat(underWay.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 7; i++) {
            answers.add(commits.submit(Requests.payment("next-" + i)));
        }
        commit.countDown();
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

        assertThat(sizes).containsExactly(1, 5, 2);
    }

    @Test
    void submit_queueFull_isShedAtOnce() throws Exception {
        open(1, 1, 2, this::slowStore);
        commits.submit(Requests.payment("under-way"));
        assertThat(underWay.await(60, TimeUnit.SECONDS)).isTrue();
        commits.submit(Requests.payment("waits-1"));
        commits.submit(Requests.payment("waits-2"));

        assertThat(commits.submit(Requests.payment("too-many")))
                .isCompletedWithValue(new Acceptance.Shed(Acceptance.Shed.Cause.QUEUE));
        assertThat(registry.counter(AcceptMetrics.SHED, "cause", "queue").count())
                .isEqualTo(1);
    }

    @Test
    void submit_walFull_isShedUntilThereIsRoomAgain() throws Exception {
        open(1, 1, 10, GroupCommitTest::accepted);
        walFull.set(true);
        Acceptance shed = new Acceptance.Shed(Acceptance.Shed.Cause.WAL);

        assertThat(commits.submit(Requests.payment("a"))).isCompletedWithValue(shed);
        assertThat(commits.together(List.of(Requests.payment("a"), Requests.payment("b"))))
                .containsExactly(shed, shed);
        assertThat(registry.counter(AcceptMetrics.SHED, "cause", "wal").count()).isEqualTo(3);
        walFull.set(false);
        assertThat(commits.submit(Requests.payment("a")).get(60, TimeUnit.SECONDS))
                .isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void together_queueFull_isStoredBesideItInOneTransaction() throws Exception {
        open(1, 1, 1, requests -> {
            if (requests.get(0).fact().idempotencyKey().startsWith("http")) {
                return slowStore(requests);
            }
            sizes.add(requests.size());
            return accepted(requests);
        });
        commits.submit(Requests.payment("http-1"));
        assertThat(underWay.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Acceptance> waits = commits.submit(Requests.payment("http-2"));

        List<Acceptance> endings =
                commits.together(List.of(Requests.payment("t-1"), Requests.payment("t-2"), Requests.payment("t-3")));

        assertThat(endings).hasSize(3).allMatch(Acceptance.Accepted.class::isInstance);
        assertThat(waits).isNotDone();
        assertThat(sizes).containsExactly(1, 3);
    }

    @Test
    void submit_storeThrowsForOne_sparesItsNeighboursAndTheWriterLives() throws Exception {
        open(1, 10, 10, requests -> {
            if (requests.stream()
                    .anyMatch(request -> request.fact().idempotencyKey().equals("bad"))) {
                throw new IllegalStateException("a bug");
            }
            return accepted(requests);
        });

        List<Acceptance> endings =
                commits.together(List.of(Requests.payment("one"), Requests.payment("bad"), Requests.payment("two")));

        assertThat(endings.get(0)).isInstanceOf(Acceptance.Accepted.class);
        assertThat(endings.get(1)).isEqualTo(new Acceptance.Broken("a bug"));
        assertThat(endings.get(2)).isInstanceOf(Acceptance.Accepted.class);
        assertThat(commits.submit(Requests.payment("bad")).get(60, TimeUnit.SECONDS))
                .isEqualTo(new Acceptance.Broken("a bug"));
        assertThat(commits.submit(Requests.payment("good")).get(60, TimeUnit.SECONDS))
                .isInstanceOf(Acceptance.Accepted.class);
    }

    @Test
    void close_withRequestsWaiting_storesAndAnswersThem() throws Exception {
        open(2, 3, 100, this::slowStore);
        List<CompletableFuture<Acceptance>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(commits.submit(Requests.payment("c-" + i)));
        }
        commit.countDown();

        commits.close();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.getNow(null)).isInstanceOf(Acceptance.Accepted.class));
        assertThat(commits.submit(Requests.payment("late")).getNow(null)).isInstanceOf(Acceptance.Unavailable.class);
    }
}
