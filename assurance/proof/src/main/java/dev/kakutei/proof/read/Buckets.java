package dev.kakutei.proof.read;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Sorts records by their key without holding them: each goes into one of a fixed number of files, and a file is read back
 * as a whole. The order in which keys are read back depends on nothing but the keys.
 *
 * <p>Limits: a bucket, a 256th of everything, must fit into memory, and everything onto the disk: about 8 KB a request.
 */
public final class Buckets implements AutoCloseable {
    private static final int COUNT = 256;
    private static final int BUFFER = 1 << 14;

    private final Path folder;
    private final DataOutputStream[] files = new DataOutputStream[COUNT];

    /** One record of a key; the kind is defined by the caller. */
    record Item(int kind, byte[] payload) {}

    /** Takes one key's items, in the order they were added. */
    interface Reader {
        void read(String key, List<Item> items);
    }

    Buckets(Path folder) {
        this.folder = folder;
    }

    void add(String key, int kind, byte[] payload) {
        try {
            DataOutputStream file = file(bucket(key));
            byte[] name = key.getBytes(StandardCharsets.UTF_8);
            file.writeInt(name.length);
            file.write(name);
            file.writeByte(kind);
            file.writeInt(payload.length);
            file.write(payload);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder + "; choose a larger disk with --temp DIR", e);
        }
    }

    /** Hands over each key once. Nothing can be added afterwards. */
    void each(Reader reader) {
        try {
            for (int bucket = 0; bucket < COUNT; bucket++) {
                if (files[bucket] != null) {
                    files[bucket].close();
                    load(path(bucket)).forEach(reader::read);
                    Files.delete(path(bucket));
                    files[bucket] = null;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read back from " + folder, e);
        }
    }

    private static TreeMap<String, List<Item>> load(Path file) throws IOException {
        TreeMap<String, List<Item>> items = new TreeMap<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            while (true) {
                int length;
                try {
                    length = in.readInt();
                } catch (EOFException end) {
                    return items;
                }
                String key = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                int kind = in.readByte();
                byte[] payload = in.readNBytes(in.readInt());
                items.computeIfAbsent(key, any -> new ArrayList<>()).add(new Item(kind, payload));
            }
        }
    }

    private DataOutputStream file(int bucket) throws IOException {
        if (files[bucket] == null) {
            files[bucket] = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path(bucket)), BUFFER));
        }
        return files[bucket];
    }

    /** The same for all time: a seal depends on it. */
    private static int bucket(String key) {
        return (key.hashCode() * 0x9E3779B9) >>> 24;
    }

    private Path path(int bucket) {
        return folder.resolve("bucket-" + bucket);
    }

    @Override
    public void close() {
        for (int bucket = 0; bucket < COUNT; bucket++) {
            try {
                if (files[bucket] != null) {
                    files[bucket].close();
                }
                Files.deleteIfExists(path(bucket));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot remove " + path(bucket), e);
            }
        }
    }
}
