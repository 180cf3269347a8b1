package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a trace (W3C Trace Context, SPEC F5). Each hop has a span of its own in the caller's trace. The span's id
 * follows from the one before and from what is done, so that what is done again after a crash is the same span.
 *
 * <p>Kakutei carries traces and records none: the flags are the caller's, and {@code tracestate} is not carried.
 */
public record TraceContext(String traceId, String spanId, String flags) {
    /** The header, in HTTP and in Kafka. */
    public static final String HEADER = "traceparent";

    private static final Pattern FORM = Pattern.compile(
            "(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[!-~]*)?");
    private static final String VERSION = "00";
    /** No service is known to record it. */
    private static final String NOT_SAMPLED = "00";

    private static final int LONGEST = 512;
    private static final int PLAIN_LENGTH = 55;
    private static final HexFormat HEX = HexFormat.of();
    /** FNV-1a, and the last step of MurmurHash3. */
    private static final long SEED = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;
    private static final long MIX = 0xff51afd7ed558ccdL;

    public TraceContext {
        requireNonNull(traceId, "traceId");
        requireNonNull(spanId, "spanId");
        requireNonNull(flags, "flags");
    }

    /**
     * What a header says. Empty for none, and for one that is not valid, which the standard asks to ignore; a later
     * version is read as far as it is known.
     */
    public static Optional<TraceContext> parse(String header) {
        if (header == null || header.length() > LONGEST) {
            return Optional.empty();
        }
        if (isPlain(header)) {
            return Optional.of(
                    new TraceContext(header.substring(3, 35), header.substring(36, 52), header.substring(53)));
        }
        Matcher matcher = FORM.matcher(header.strip());
        if (!matcher.matches() || (matcher.group(5) != null && matcher.group(1).equals(VERSION))) {
            return Optional.empty();
        }
        return Optional.of(new TraceContext(matcher.group(2), matcher.group(3), matcher.group(4)));
    }

    /** A new trace, named after the request: the id of the one is that of the other, without hyphens. */
    public static TraceContext root(RequestId id) {
        String traceId = id.toString().replace("-", "");
        return new TraceContext(traceId, span(traceId, "root"), NOT_SAMPLED);
    }

    /** The span of what is done next, within the same trace. */
    public TraceContext child(String what) {
        return new TraceContext(traceId, span(spanId, what), flags);
    }

    /** The header of what is done next; null where there is no trace, or what should be one is none. */
    public static String child(String traceparent, String what) {
        return parse(traceparent).map(trace -> trace.child(what).header()).orElse(null);
    }

    public String header() {
        return VERSION + "-" + traceId + "-" + spanId + "-" + flags;
    }

    /** As nearly all are, and all of ours: each is read some ten times on its way, and a pattern is slow. */
    private static boolean isPlain(String header) {
        return header.length() == PLAIN_LENGTH
                && header.startsWith(VERSION + "-")
                && isId(header, 3, 35)
                && header.charAt(35) == '-'
                && isId(header, 36, 52)
                && header.charAt(52) == '-'
                && isHex(header.charAt(53))
                && isHex(header.charAt(54));
    }

    /** Not only zeros. */
    private static boolean isId(String text, int from, int to) {
        boolean zero = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isHex(c)) {
                return false;
            }
            zero &= c == '0';
        }
        return !zero;
    }

    private static boolean isHex(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    /** Spans are distinguished within a trace, and nothing rests on their being hard to guess: a plain hash will do. */
    private static String span(String parent, String what) {
        long hash = SEED;
        for (int i = 0; i < parent.length(); i++) {
            hash = (hash ^ parent.charAt(i)) * PRIME;
        }
        for (int i = 0; i < what.length(); i++) {
            hash = (hash ^ what.charAt(i)) * PRIME;
        }
        // Without this, texts that differ in their last letter would differ in a few bits only.
        hash = (hash ^ (hash >>> 33)) * MIX;
        hash ^= hash >>> 33;
        return HEX.toHexDigits(hash == 0 ? 1 : hash);
    }
}
