package dev.kakutei.schemas.gateway;

import java.util.List;

/**
 * What was found in a gateway file.
 *
 * @param mistakes each with its path; a file with one is not used
 * @param warnings each with its path: allowed, and probably not what was meant
 * @param gateways null where there are mistakes
 */
public record GatewayFileReport(List<String> mistakes, List<String> warnings, Gateways gateways) {
    public GatewayFileReport {
        mistakes = List.copyOf(mistakes);
        warnings = List.copyOf(warnings);
        if (mistakes.isEmpty() == (gateways == null)) {
            throw new IllegalArgumentException("a file has either mistakes or gateways");
        }
    }
}
