package dev.kakutei.operator.search;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Requests of every kind and fate. Several share a moment, so that their order rests on their ids. */
final class SampleRequests {
    static final Instant BEGIN = Requests.T0;
    private static final List<String> CLIENTS = List.of("shop", "kiosk", "kiosk", "kiosk");
    private static final List<String> GATEWAYS = List.of("simulator", "simulator", "cards");
    private static final List<String> CURRENCIES = List.of("JPY", "JPY", "USD");

    private SampleRequests() {}

    static List<Entry> of(int count, Random random) {
        List<Entry> crowd = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            crowd.add(one(i, BEGIN.plusSeconds(random.nextInt(count / 3 + 1)), random));
        }
        return crowd;
    }

    static Entry one(int number, Instant at, Random random) {
        RequestKind kind = random.nextInt(3) == 0 ? RequestKind.ORDER : RequestKind.PAYMENT;
        boolean market = kind == RequestKind.ORDER && random.nextBoolean();
        Fact.Accepted fact = new Fact.Accepted(
                kind,
                any(CLIENTS, random),
                "key-" + number,
                CanonicalJson.digest("{}"),
                any(GATEWAYS, random),
                market ? null : new BigDecimal(random.nextInt(1000)).movePointLeft(random.nextInt(3)),
                any(CURRENCIES, random),
                at.plusSeconds(30),
                null,
                null,
                Json.MAPPER.createObjectNode(),
                null);
        // Any 128 bits: the order of ids must not lean on the order in which they were made.
        UUID id = random.nextBoolean()
                ? UuidCreator.getTimeOrderedEpoch()
                : new UUID(random.nextLong(), random.nextLong());
        NewRequest request = NewRequest.of(new RequestId(id), at, fact, "{}");
        List<LedgerEvent> life = EventHistories.random(request, random, 1 + random.nextInt(5));
        Entry entry = request.entry();
        for (LedgerEvent event : life.subList(1, life.size())) {
            entry = entry.apply(event);
        }
        return entry;
    }

    static void insert(TestStore store, List<Entry> entries) throws SQLException {
        try (Connection connection = store.raw().connect();
                PreparedStatement statement = connection.prepareStatement("insert into ledger ("
                        + Rows.names(LedgerRow.ALL) + ") select * from " + Rows.given(LedgerRow.ALL))) {
            Rows.bind(statement, 1, LedgerRow.ALL, entries);
            statement.executeUpdate();
        }
    }

    static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
