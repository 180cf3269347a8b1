package dev.kakutei.ingest.admit;

import java.util.regex.Pattern;

/** The caller's trace (W3C Trace Context). One that is not valid is ignored, as the standard asks. */
final class TraceParent {
    private static final Pattern FORM =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private TraceParent() {}

    /** Returns null for none. */
    static String of(String header) {
        return header != null && FORM.matcher(header.strip()).matches() ? header.strip() : null;
    }
}
