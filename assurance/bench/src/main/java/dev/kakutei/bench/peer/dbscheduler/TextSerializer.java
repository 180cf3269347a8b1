package dev.kakutei.bench.peer.dbscheduler;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import java.nio.charset.StandardCharsets;

/** Orders are texts: cheaper than Java's own serialisation, which is the default. */
final class TextSerializer implements Serializer {
    @Override
    public byte[] serialize(Object data) {
        return data == null ? null : ((String) data).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
        return bytes == null ? null : type.cast(new String(bytes, StandardCharsets.UTF_8));
    }
}
