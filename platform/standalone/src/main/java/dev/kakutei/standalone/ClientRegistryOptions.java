package dev.kakutei.standalone;

import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRegistryException;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.store.database.PostgresConfig;

/** Where the client registry is. */
final class ClientRegistryOptions extends DatabaseOptions {
    /** What a command does with the registry. */
    interface Action {
        void carryOut(ClientRegistry registry, ClientsPrinter printer) throws ClientRegistryException;
    }

    int carryOut(Action action) {
        PostgresConfig postgres = postgres();
        ClientRegistry registry = ClientRegistry.at(
                postgres.url(), postgres.user(), postgres.password(), "cli:" + System.getProperty("user.name"));
        ClientsPrinter printer =
                new ClientsPrinter(out(), err(), json() ? ClientsPrinter.Form.JSON : ClientsPrinter.Form.TEXT);
        try {
            action.carryOut(registry, printer);
            return 0;
        } catch (ClientRegistryException e) {
            throw new CommandFailed(e.getMessage());
        } catch (StoreUnavailable e) {
            throw unanswered(postgres, e);
        }
    }
}
