package dev.kakutei.standalone;

import dev.kakutei.ingest.access.ClientBook;
import dev.kakutei.ingest.access.NotDone;
import dev.kakutei.ingest.store.PostgresConfig;
import dev.kakutei.ingest.store.StoreUnavailable;

/** Where the book of clients is. */
final class BookOptions extends DatabaseOptions {
    /** What a command does with the book. */
    interface Order {
        void carryOut(ClientBook book, ClientsPrinter printer) throws NotDone;
    }

    int carryOut(Order order) {
        PostgresConfig postgres = postgres();
        ClientBook book = ClientBook.at(
                postgres.url(), postgres.user(), postgres.password(), "cli:" + System.getProperty("user.name"));
        ClientsPrinter printer =
                new ClientsPrinter(out(), err(), json() ? ClientsPrinter.Form.JSON : ClientsPrinter.Form.TEXT);
        try {
            order.carryOut(book, printer);
            return 0;
        } catch (NotDone e) {
            throw new CommandFailed(e.getMessage());
        } catch (StoreUnavailable e) {
            throw unanswered(postgres, e);
        }
    }
}
