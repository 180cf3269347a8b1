package dev.kakutei.sender;

import dev.kakutei.boot.network.AddressRule;
import dev.kakutei.boot.network.HostList;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.sender.tls.TlsFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What only the sender can see of a gateway file, because only it has the secrets, the certificates and the network:
 * whether they are there, and whether it may connect.
 */
final class GatewayChecks {
    private GatewayChecks() {}

    /** All mistakes, each with its path in the file. */
    static List<String> mistakes(
            Gateways gateways, HostList hosts, List<String> allow, Map<String, String> environment) {
        List<String> mistakes = new ArrayList<>();
        new TreeMap<>(gateways.byName()).values().forEach(described -> {
            Gateway gateway = described.allowing(allow);
            mistakes.addAll(address(gateway, hosts));
            mistakes.addAll(Secrets.mistakes(gateway, environment));
            mistakes.addAll(TlsFiles.mistakes(gateway));
        });
        return mistakes;
    }

    private static List<String> address(Gateway gateway, HostList hosts) {
        List<String> mistakes = new ArrayList<>();
        String path = "gateways." + gateway.name() + ".";
        List<String> allow = gateway.callSettings().allow();
        for (int i = 0; i < allow.size(); i++) {
            String entry = path + "network.allow[" + i + "]: ";
            AddressRule.mistake(allow.get(i)).ifPresent(mistake -> mistakes.add(entry + mistake));
        }
        if (!hosts.allows(gateway.url())) {
            mistakes.add(path + "url: the host " + gateway.url().getHost() + " is not among sender.hosts");
        }
        if (mistakes.isEmpty()) {
            AddressRule.allowing(allow)
                    .refusalOfLiteral(gateway.url().getHost())
                    .ifPresent(refusal -> mistakes.add(path + "url: " + refusal
                            + "; where it is right, say so: network: {allow: [loopback, private or a range]}"));
        }
        return mistakes;
    }
}
