package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.AuditEntry;
import dev.kakutei.access.Client;
import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.schemas.codec.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Clients and keys for people, or for programs. A new key is alone on standard output, so that a script can take it. */
final class ClientsPrinter {
    /** For whom it is printed. */
    enum Form {
        TEXT,
        JSON
    }

    private final PrintWriter out;
    private final PrintWriter err;
    private final Form form;
    private final Instant now = InstantSource.system().instant();

    ClientsPrinter(PrintWriter out, PrintWriter err, Form form) {
        this.out = out;
        this.err = err;
        this.form = form;
    }

    void client(Client client) {
        if (form == Form.JSON) {
            print(node(client));
            return;
        }
        text(client);
        if (client.removedAt() == null && client.keys().isEmpty()) {
            hint("it has no key yet: ./kakutei clients keys add " + client.name());
        }
    }

    void clients(List<Client> clients) {
        if (form == Form.JSON) {
            ObjectNode node = Json.MAPPER.createObjectNode();
            ArrayNode list = node.putArray("clients");
            clients.forEach(client -> list.add(node(client)));
            print(node);
            return;
        }
        clients.forEach(this::text);
        if (clients.isEmpty()) {
            hint("there are no clients yet: ./kakutei clients add NAME --role submitter");
        }
    }

    void made(ClientRegistry.MadeKey made) {
        if (form == Form.JSON) {
            print(node(made.shown()).put("key", made.key().reveal()));
            return;
        }
        out.println(made.key().reveal());
        out.flush();
        hint("this is the only time the key is shown; its id is " + made.key().id()
                + (made.shown().expiresAt() == null
                        ? ""
                        : ", and it expires at " + seconds(made.shown().expiresAt())));
    }

    void key(Client.Key key) {
        if (form == Form.JSON) {
            print(node(key));
            return;
        }
        text(key);
    }

    void audit(List<AuditEntry> entries) {
        if (form == Form.JSON) {
            ObjectNode node = Json.MAPPER.createObjectNode();
            ArrayNode list = node.putArray("audit");
            entries.forEach(entry -> list.add(node(entry)));
            print(node);
            return;
        }
        for (AuditEntry entry : entries) {
            out.printf(
                    "%s  %s  %s%s%s%s%s%n",
                    seconds(entry.at()),
                    entry.actor(),
                    entry.action(),
                    entry.client() == null ? "" : "  client " + entry.client(),
                    entry.keyId() == null ? "" : "  key " + entry.keyId(),
                    entry.detail() == null ? "" : "  (" + entry.detail() + ")",
                    entry.times() == 1 ? "" : "  " + entry.times() + " times");
        }
        out.flush();
    }

    private void text(Client client) {
        out.printf(
                "%s  %s  %s%s%n",
                client.name(),
                ClientRole.words(client.roles()),
                client.rate().isPresent() ? client.rate().getAsInt() + " requests/s" : "no rate limit",
                client.removedAt() == null ? "" : "  removed at " + seconds(client.removedAt()));
        client.keys().forEach(this::text);
        out.flush();
    }

    private void text(Client.Key key) {
        out.printf(
                "  key %s  %s  made %s%s%s%s%n",
                key.id(),
                key.state(now).name().toLowerCase(Locale.ROOT),
                seconds(key.createdAt()),
                key.expiresAt() == null ? "" : ", expires " + seconds(key.expiresAt()),
                key.revokedAt() == null ? "" : ", revoked " + seconds(key.revokedAt()),
                key.lastUsedAt() == null ? ", never used" : ", last used " + seconds(key.lastUsedAt()));
        out.flush();
    }

    private ObjectNode node(Client client) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("name", client.name());
        ArrayNode roles = node.putArray("roles");
        client.roles().stream().sorted().map(ClientRole::word).forEach(roles::add);
        node.put("rate", client.rate().isPresent() ? client.rate().getAsInt() : null);
        node.put("created_at", text(client.createdAt()));
        node.put("removed_at", text(client.removedAt()));
        ArrayNode keys = node.putArray("keys");
        client.keys().forEach(key -> keys.add(node(key)));
        return node;
    }

    private ObjectNode node(Client.Key key) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("id", key.id());
        node.put("client", key.client());
        node.put("state", key.state(now).name().toLowerCase(Locale.ROOT));
        node.put("created_at", text(key.createdAt()));
        node.put("expires_at", text(key.expiresAt()));
        node.put("revoked_at", text(key.revokedAt()));
        node.put("last_used_at", text(key.lastUsedAt()));
        return node;
    }

    private static ObjectNode node(AuditEntry entry) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("at", text(entry.at()));
        node.put("actor", entry.actor());
        node.put("action", entry.action());
        node.put("client", entry.client());
        node.put("key_id", entry.keyId());
        node.put("times", entry.times());
        node.put("detail", entry.detail());
        return node;
    }

    private void print(ObjectNode node) {
        try {
            out.println(Json.MAPPER.writeValueAsString(node));
            out.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that cannot be written", e);
        }
    }

    private void hint(String sentence) {
        err.println(sentence);
        err.flush();
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
