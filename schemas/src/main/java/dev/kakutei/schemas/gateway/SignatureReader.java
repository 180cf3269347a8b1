package dev.kakutei.schemas.gateway;

import java.util.List;
import java.util.Set;

/** Reads how requests are signed. */
final class SignatureReader {
    static final Signature.Algorithm ALGORITHM = Signature.Algorithm.HMAC_SHA256;
    static final Signature.Encoding ENCODING = Signature.Encoding.HEX;
    static final String CONTENT = "{body}";
    static final String PREFIX = "";

    private static final Set<String> SIGNED = Set.of("timestamp", "method", "path", "body");

    private SignatureReader() {}

    /** Null where requests are not signed. */
    static Signature read(Section parent, HeaderNames headers) {
        if (!parent.has("signature")) {
            return null;
        }
        Section section = parent.section("signature");
        String header = section.required("header", "the header that carries the signature");
        Secret key = SecretReader.read(section, "key");
        Signature.Algorithm algorithm = section.word("algorithm", Signature.Algorithm.class, ALGORITHM);
        Signature.Encoding encoding = section.word("encoding", Signature.Encoding.class, ENCODING);
        String content = section.text("content", CONTENT);
        String prefix = section.text("prefix", PREFIX);
        String timestampHeader = section.text("timestamp_header", null);
        section.refuseUnknown();
        checkContent(section, content, timestampHeader);
        if (header != null) {
            headers.claim(section, "header", header, "signature.header");
        }
        if (timestampHeader != null) {
            headers.claim(section, "timestamp_header", timestampHeader, "signature.timestamp_header");
        }
        return header == null || key == null
                ? null
                : new Signature(header, key, algorithm, encoding, content, prefix, timestampHeader);
    }

    private static void checkContent(Section section, String content, String timestampHeader) {
        List<String> holes;
        try {
            holes = Template.pieces(content).stream()
                    .filter(Template.Piece::hole)
                    .map(Template.Piece::text)
                    .toList();
        } catch (IllegalArgumentException e) {
            section.mistake("content", e.getMessage());
            return;
        }
        for (String hole : holes) {
            if (!SIGNED.contains(hole)) {
                section.mistake(
                        "content",
                        "{" + hole + "} cannot be signed; there are {timestamp}, {method}, {path} and {body}");
            }
        }
        if (!holes.contains("body")) {
            section.warning("content", "the body is not signed: whoever changes it on its way is not noticed");
        }
        if (holes.contains("timestamp") && timestampHeader == null) {
            section.mistake(
                    "timestamp_header",
                    "is missing: the gateway cannot check a time that it is not sent, name a header");
        }
    }
}
