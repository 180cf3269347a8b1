package dev.kakutei.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of one partition at a broker that is down: segments, each named by its first offset, of record batches one after
 * another. Replicas hold the same batches.
 */
record PartitionLog(Path folder) {
    private static final String SEGMENT = ".log";
    /** A batch begins with its first offset (8 bytes) and the length of what follows these two fields (4 bytes). */
    private static final int HEADER = 12;

    /** Where batches begin: at each of these offsets the partition could end. Ascending; without a torn last one. */
    List<Long> batches() throws IOException {
        List<Long> offsets = new ArrayList<>();
        for (Path segment : segments()) {
            for (Batch batch : batches(segment)) {
                offsets.add(batch.offset);
            }
        }
        return offsets;
    }

    /**
     * Takes away all batches that begin at this offset or later. Kafka makes the rest fit when it starts without having been
     * stopped: it reads the last segment again, makes its indexes from what is there, and moves back what it knew of the end
     * (high watermark, leader epochs, producers).
     */
    void endAt(long offset) throws IOException {
        for (Path segment : segments()) {
            if (base(segment) > offset) {
                delete(segment);
                continue;
            }
            for (Batch batch : batches(segment)) {
                if (batch.offset >= offset) {
                    try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                        channel.truncate(batch.position);
                    }
                    break;
                }
            }
        }
    }

    private record Batch(long offset, long position) {}

    private static List<Batch> batches(Path segment) throws IOException {
        List<Batch> batches = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            long position = 0;
            while (position + HEADER <= channel.size()) {
                header.clear();
                channel.read(header, position);
                long offset = header.getLong(0);
                int length = header.getInt(8);
                if (length <= 0 || position + HEADER + length > channel.size()) {
                    break;
                }
                batches.add(new Batch(offset, position));
                position += HEADER + length;
            }
        }
        return batches;
    }

    /** With its indexes, and the snapshot of producers that was taken where it begins. */
    private void delete(Path segment) throws IOException {
        String name = segment.getFileName().toString();
        String offset = name.substring(0, name.length() - SEGMENT.length());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(offset + "."))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SEGMENT))
                    .sorted()
                    .toList();
        }
    }

    private static long base(Path segment) {
        String name = segment.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SEGMENT.length()));
    }
}
