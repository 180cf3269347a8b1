package dev.kakutei.operator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.store.TestStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC A7, E4: what a search finds is what a look at every request would find, page by page. */
class SearchTableTest {
    private static final int CROWD = 600;
    private static final SearchConfig GENEROUS = new SearchConfig(20_000, Duration.ofSeconds(20));
    private static TestStore store;
    private static List<Entry> requests;

    @BeforeAll
    static void open() throws Exception {
        store = TestStore.open();
        requests = SampleRequests.of(CROWD, new Random(7));
        SampleRequests.insert(store, requests);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void find_eachFilterAlone_findsWhatALookAtAllWould() {
        for (Search search : single()) {
            assertThat(ids(all(search, GENEROUS))).as(search.toString()).isEqualTo(ids(naive(search)));
        }
    }

    @Test
    void find_anyCombination_findsWhatALookAtAllWould() {
        Random random = new Random(11);
        int found = 0;
        for (int i = 0; i < 150; i++) {
            Search search = combined(random);
            List<Entry> expected = naive(search);
            assertThat(ids(all(search, GENEROUS))).as(search.toString()).isEqualTo(ids(expected));
            found += expected.isEmpty() ? 0 : 1;
        }
        assertThat(found).as("searches that find something").isGreaterThan(50);
    }

    @Test
    void find_fewRowsAPage_isCutAndGoesOnToTheSameEnd() {
        Random random = new Random(13);
        int cut = 0;
        for (int i = 0; i < 60; i++) {
            Search search = combined(random);
            SearchConfig hasty = new SearchConfig(40, Duration.ofSeconds(20));
            List<SearchPage> pages = pages(limited(search, 1 + random.nextInt(20)), hasty);
            cut += pages.stream().anyMatch(SearchPage::cut) ? 1 : 0;
            assertThat(ids(pages.stream()
                            .flatMap(page -> page.requests().stream())
                            .toList()))
                    .as(search.toString())
                    .isEqualTo(ids(naive(search)));
        }
        assertThat(cut).as("searches that were cut").isGreaterThan(20);
    }

    @Test
    void find_whileRequestsComeAndMove_showsEveryOldOneOnceAndNoneTwice() throws Exception {
        try (TestStore busy = TestStore.open()) {
            List<Entry> before = SampleRequests.of(400, new Random(3));
            SampleRequests.insert(busy, before);
            AtomicBoolean done = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> write(busy, begun, done));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            SearchTable table = new SearchTable(busy.database(), GENEROUS);
            Search search = search(null, StatusFilter.ANY, 7);
            Set<String> seen = new HashSet<>();
            Optional<Cursor> next = Optional.empty();
            do {
                SearchPage page = table.find(after(search, next.orElse(null)));
                page.requests()
                        .forEach(entry -> assertThat(seen.add(entry.id().toString()))
                                .as("seen once: " + entry.id())
                                .isTrue());
                next = page.next();
            } while (next.isPresent());
            done.set(true);
            assertThat(writer.get()).as("requests that came meanwhile").isPositive();
            assertThat(seen)
                    .containsAll(
                            before.stream().map(entry -> entry.id().toString()).toList());
        }
    }

    @Test
    void find_statusThatExcludesItself_queriesNothing() {
        StatusFilter none = StatusFilter.either(List.of(), List.of(RequestStatus.AUTHORIZED))
                .only(RequestKind.ORDER);

        assertThat(new SearchTable(null, GENEROUS).find(search(null, none, 5))).isEqualTo(SearchPage.EMPTY);
    }

    @Test
    void find_postgresTakesTooLong_timesOut() throws Exception {
        try (var blocker = store.raw().connect();
                var statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.execute("lock table ledger in access exclusive mode");

            SearchTable hasty = new SearchTable(store.database(), new SearchConfig(20_000, Duration.ofMillis(50)));

            assertThatThrownBy(() -> hasty.find(search(null, StatusFilter.ANY, 5)))
                    .isInstanceOf(SearchTimedOut.class);
        }
    }

    /** New requests at the newest end and among the old ones' times, and old ones that move on. */
    private static int write(TestStore busy, CountDownLatch begun, AtomicBoolean done) {
        Random random = new Random(5);
        int written = 0;
        try {
            while (!done.get() && written < 5_000) {
                List<Entry> some = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    some.add(SampleRequests.one(
                            100_000 + written++, SampleRequests.BEGIN.plusSeconds(random.nextInt(2_000)), random));
                }
                SampleRequests.insert(busy, some);
                busy.execute("update ledger set updated_at = now(), attempts = attempts + 1"
                        + " where request_id in (select request_id from ledger order by random() limit 5)");
                begun.countDown();
            }
            return written;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Search> single() {
        List<Search> searches = new ArrayList<>();
        searches.add(search(null, StatusFilter.ANY, 50));
        searches.add(search("shop", StatusFilter.ANY, 50));
        for (Status status : Status.values()) {
            searches.add(search(null, StatusFilter.either(List.of(status), List.of()), 50));
        }
        for (RequestStatus status : RequestStatus.values()) {
            searches.add(search(null, StatusFilter.either(List.of(), List.of(status)), 50));
        }
        for (RequestKind kind : RequestKind.values()) {
            searches.add(search(null, StatusFilter.ANY.only(kind), 50));
        }
        searches.add(search(null, StatusFilter.ANY.inDoubt(true), 50));
        searches.add(search(null, StatusFilter.ANY.inDoubt(false), 50));
        Instant middle = requests.get(0).acceptedAt();
        BigDecimal hundred = new BigDecimal("100");
        searches.add(new Search(null, StatusFilter.ANY, "cards", null, null, null, null, null, 50, null));
        searches.add(new Search(null, StatusFilter.ANY, null, "USD", null, null, null, null, 50, null));
        searches.add(new Search(null, StatusFilter.ANY, null, null, hundred, null, null, null, 50, null));
        searches.add(new Search(null, StatusFilter.ANY, null, null, null, hundred, null, null, 50, null));
        searches.add(new Search(null, StatusFilter.ANY, null, null, null, null, middle, null, 50, null));
        searches.add(new Search(null, StatusFilter.ANY, null, null, null, null, null, middle, 50, null));
        searches.add(search("unknown", StatusFilter.ANY, 50));
        return searches;
    }

    private static Search combined(Random random) {
        StatusFilter statusFilter = StatusFilter.ANY;
        if (random.nextBoolean()) {
            statusFilter = StatusFilter.either(
                    Stream.of(Status.values())
                            .filter(s -> random.nextInt(4) == 0)
                            .toList(),
                    Stream.of(RequestStatus.values())
                            .filter(s -> random.nextInt(3) == 0)
                            .toList());
        }
        statusFilter = random.nextInt(3) == 0
                ? statusFilter.only(SampleRequests.any(List.of(RequestKind.values()), random))
                : statusFilter;
        statusFilter = random.nextInt(5) == 0 ? statusFilter.inDoubt(random.nextBoolean()) : statusFilter;
        Instant from = random.nextInt(3) == 0 ? SampleRequests.BEGIN.plusSeconds(random.nextInt(150)) : null;
        return new Search(
                random.nextInt(3) == 0 ? "shop" : null,
                statusFilter,
                random.nextInt(3) == 0 ? "cards" : null,
                random.nextInt(4) == 0 ? "USD" : null,
                random.nextInt(4) == 0 ? new BigDecimal(random.nextInt(100)) : null,
                random.nextInt(4) == 0 ? new BigDecimal(50 + random.nextInt(900)) : null,
                from,
                random.nextInt(3) == 0 ? SampleRequests.BEGIN.plusSeconds(50 + random.nextInt(150)) : null,
                1 + random.nextInt(60),
                null);
    }

    /** The same question, asked of every request in turn. */
    private static List<Entry> naive(Search search) {
        return requests.stream()
                .filter(entry -> search.statuses().of(entry.kind()).contains(entry.status()))
                .filter(entry -> search.statuses().pendingVerification() == null
                        || search.statuses().pendingVerification() == entry.pendingVerification())
                .filter(entry -> search.client() == null || search.client().equals(entry.client()))
                .filter(entry -> search.gateway() == null || search.gateway().equals(entry.gateway()))
                .filter(entry -> search.currency() == null || search.currency().equals(entry.currency()))
                .filter(entry -> search.minAmount() == null
                        || entry.amount() != null && entry.amount().compareTo(search.minAmount()) >= 0)
                .filter(entry -> search.maxAmount() == null
                        || entry.amount() != null && entry.amount().compareTo(search.maxAmount()) <= 0)
                .filter(entry -> search.from() == null || !entry.acceptedAt().isBefore(search.from()))
                .filter(entry -> search.to() == null || entry.acceptedAt().isBefore(search.to()))
                .sorted(Comparator.comparing(Entry::acceptedAt)
                        .thenComparing(entry -> entry.id().toString())
                        .reversed())
                .toList();
    }

    private static List<Entry> all(Search search, SearchConfig config) {
        return pages(search, config).stream()
                .flatMap(page -> page.requests().stream())
                .toList();
    }

    private static List<SearchPage> pages(Search search, SearchConfig config) {
        SearchTable table = new SearchTable(store.database(), config);
        List<SearchPage> pages = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            SearchPage page = table.find(after(search, next.orElse(null)));
            assertThat(page.requests().size()).isLessThanOrEqualTo(search.limit());
            pages.add(page);
            next = page.next();
        } while (next.isPresent());
        return pages;
    }

    private static List<String> ids(List<Entry> entries) {
        return entries.stream().map(entry -> entry.id().toString()).toList();
    }

    private static Search search(String client, StatusFilter statusFilter, int limit) {
        return new Search(client, statusFilter, null, null, null, null, null, null, limit, null);
    }

    private static Search limited(Search s, int limit) {
        return new Search(
                s.client(),
                s.statuses(),
                s.gateway(),
                s.currency(),
                s.minAmount(),
                s.maxAmount(),
                s.from(),
                s.to(),
                limit,
                null);
    }

    private static Search after(Search s, Cursor cursor) {
        return new Search(
                s.client(),
                s.statuses(),
                s.gateway(),
                s.currency(),
                s.minAmount(),
                s.maxAmount(),
                s.from(),
                s.to(),
                s.limit(),
                cursor);
    }
}
