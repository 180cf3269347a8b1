package dev.kakutei.schemas.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What lies between two versions of a gateway file. Most of it may change under requests that are on their way: each call
 * and each decision reads it again. Not so where a request goes, what it is recognised by, and what the gateway
 * promises: a request that is in doubt was sent under the old words, and must be brought to its end under them. Then
 * everything is stopped and started again, by a person who has seen that.
 */
public final class GatewayChange {
    private GatewayChange() {}

    /** Why the change needs a restart, each with its path; empty where it does not. */
    public static List<String> unsafe(Gateways from, Gateways to) {
        List<String> reasons = new ArrayList<>();
        Set<String> names = new TreeSet<>(from.byName().keySet());
        names.addAll(to.byName().keySet());
        for (String name : names) {
            Gateway before = from.byName().get(name);
            Gateway after = to.byName().get(name);
            String path = "gateways." + name;
            if (before == null) {
                reasons.add(path + ": is new; its topic and its lane are made at the start");
            } else if (after == null) {
                reasons.add(path + ": is gone, and requests may be on their way to it");
            } else {
                compare(path, before, after, reasons);
            }
        }
        return reasons;
    }

    /** The gateways whose settings have changed, and whether the routing or the approvals have. */
    public static List<String> changed(Gateways from, Gateways to) {
        List<String> changed = new ArrayList<>();
        if (!from.defaultGateway().equals(to.defaultGateway())) {
            changed.add("default");
        }
        if (!from.routes().equals(to.routes())) {
            changed.add("routes");
        }
        if (!from.approvals().equals(to.approvals())) {
            changed.add("approvals");
        }
        new TreeSet<>(to.byName().keySet())
                .stream()
                        .filter(name ->
                                !to.byName().get(name).equals(from.byName().get(name)))
                        .forEach(name -> changed.add("gateways." + name));
        return changed;
    }

    private static void compare(String path, Gateway before, Gateway after, List<String> reasons) {
        differ(path + ".class", before.gatewayClass(), after.gatewayClass(), reasons);
        differ(path + ".url", before.url(), after.url(), reasons);
        differ(path + ".paths", before.paths(), after.paths(), reasons);
        differ(
                path + ".method",
                before.callSettings().method(),
                after.callSettings().method(),
                reasons);
        differ(path + ".idempotency.header", before.idempotencyHeader(), after.idempotencyHeader(), reasons);
        differ(path + ".idempotency.ttl", before.idempotencyTtl(), after.idempotencyTtl(), reasons);
        if (before.statusQuery() == null && after.statusQuery() != null) {
            reasons.add(path + ".status_query: is new");
        }
        if (before.statusQuery() != null && after.statusQuery() == null) {
            reasons.add(path + ".status_query: is gone, and it may be needed for what is in doubt");
        }
    }

    private static void differ(String path, Object before, Object after, List<String> reasons) {
        if (!Objects.equals(before, after)) {
            reasons.add(path + ": has changed");
        }
    }
}
