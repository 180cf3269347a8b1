package dev.kakutei.schemas.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * Turns one kind of message into bytes and back. Every message begins with its version, {@code {"v":1,…}}: a reader
 * that is older than the writer says so instead of guessing.
 */
public final class Codec<T> {
    private static final byte[] HEAD = "{\"v\":".getBytes(UTF_8);

    private final Class<T> type;
    private final int version;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    Codec(Class<T> type, int version) {
        if (version < 1 || version > 9) {
            throw new IllegalArgumentException("version " + version);
        }
        this.type = type;
        this.version = version;
        this.writer = Json.MAPPER.writerFor(type);
        this.reader = Json.MAPPER.readerFor(type);
    }

    public Class<T> type() {
        return type;
    }

    public byte[] encode(T message) {
        byte[] body;
        try {
            body = writer.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot encode " + message, e);
        }
        byte[] all = new byte[HEAD.length + 2 + body.length - 1];
        System.arraycopy(HEAD, 0, all, 0, HEAD.length);
        all[HEAD.length] = (byte) ('0' + version);
        all[HEAD.length + 1] = ',';
        System.arraycopy(body, 1, all, HEAD.length + 2, body.length - 1);
        return all;
    }

    /** Never returns null. */
    public T decode(byte[] bytes) {
        if (bytes == null) {
            throw new Undecodable("a " + type.getSimpleName() + " was expected, and there are no bytes");
        }
        checkVersion(bytes);
        try {
            T message = reader.readValue(bytes);
            if (message == null) {
                throw new Undecodable("a " + type.getSimpleName() + " was expected, not null");
            }
            return message;
        } catch (IOException e) {
            throw new Undecodable("not a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    /** As this very program writes it, which is nearly always the case: no parser is needed to see that. */
    private boolean beginsAsWritten(byte[] bytes) {
        int at = HEAD.length;
        return bytes.length > at + 1
                && Arrays.equals(bytes, 0, at, HEAD, 0, at)
                && bytes[at] >= '1'
                && bytes[at] <= '0' + version
                && bytes[at + 1] == ',';
    }

    private void checkVersion(byte[] bytes) {
        if (beginsAsWritten(bytes)) {
            return;
        }
        try (JsonParser parser = Json.MAPPER.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT || !"v".equals(parser.nextFieldName())) {
                throw new Undecodable("not a " + type.getSimpleName() + ": it does not begin with its version");
            }
            int found = parser.nextIntValue(-1);
            if (found < 1 || found > version) {
                throw new Undecodable("a " + type.getSimpleName() + " of version " + found
                        + "; this service reads up to version " + version);
            }
        } catch (IOException e) {
            throw new Undecodable("not a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
