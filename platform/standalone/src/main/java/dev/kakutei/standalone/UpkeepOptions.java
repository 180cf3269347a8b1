package dev.kakutei.standalone;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.Function;

/** Where the tables are that a command looks after. */
final class UpkeepOptions extends DatabaseOptions {
    /** On the tables as they are: bringing them up to date is for the services. */
    int with(Function<Database, Integer> command) {
        PostgresConfig postgres = postgres();
        try (Database database = new Database(postgres, new SimpleMeterRegistry())) {
            database.open();
            return command.apply(database);
        } catch (StoreUnavailable e) {
            throw unanswered(postgres, e);
        } catch (RuntimeException e) {
            if (e.getClass().getName().startsWith("com.zaxxer.hikari.")) {
                throw unanswered(postgres, new StoreUnavailable(e));
            }
            throw e;
        }
    }

    UpkeepPrinter printer() {
        return new UpkeepPrinter(out(), err(), json() ? UpkeepPrinter.Form.JSON : UpkeepPrinter.Form.TEXT);
    }
}
