package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads which addresses may be connected to though they are not public. */
final class NetworkReader {
    private static final Set<String> WORDS = Set.of("loopback", "private", "link_local");
    private static final String FORM = "must be loopback, private, link_local, or a network such as 10.1.0.0/16";
    private static final int MAX_NETWORKS = 100;
    /** Without leading zeros, which some read as octal. */
    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    /** No names, which would be looked up. */
    private static final Pattern NETWORK =
            Pattern.compile("(" + BYTE + "(?:\\." + BYTE + "){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)/([0-9]{1,3})");

    private NetworkReader() {}

    static List<String> read(Section parent) {
        Section section = parent.section("network");
        JsonNode list = section.node("allow");
        List<String> allow = new ArrayList<>();
        if (list.isArray() && list.size() <= MAX_NETWORKS) {
            for (int i = 0; i < list.size(); i++) {
                String entry = list.get(i).asText();
                allow.add(entry);
                String complaint = WORDS.contains(entry) ? null : complaint(entry);
                if (complaint != null) {
                    section.mistake("allow[" + i + "]", complaint);
                }
            }
        } else if (!list.isMissingNode()) {
            section.mistake(
                    "allow", "must be a list of at most " + MAX_NETWORKS + " networks: [private, 203.0.113.0/24]");
        }
        section.refuseUnknown();
        return allow;
    }

    private static String complaint(String entry) {
        Matcher matcher = NETWORK.matcher(entry);
        if (!matcher.matches()) {
            return FORM + ", not \"" + entry + "\"";
        }
        byte[] address;
        try {
            address = InetAddress.getByName(matcher.group(1)).getAddress();
        } catch (UnknownHostException e) {
            return FORM + ", not \"" + entry + "\"";
        }
        int bits = address.length * 8;
        int prefix = Integer.parseInt(matcher.group(2));
        if (prefix > bits) {
            return "\"" + entry + "\": the number after '/' is at most " + bits;
        }
        boolean whole = new BigInteger(1, address)
                .mod(BigInteger.ONE.shiftLeft(bits - prefix))
                .equals(BigInteger.ZERO);
        return whole
                ? null
                : "\"" + entry + "\" names more than a network: the last " + (bits - prefix) + " bits must be 0";
    }
}
