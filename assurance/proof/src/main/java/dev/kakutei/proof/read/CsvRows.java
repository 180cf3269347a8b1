package dev.kakutei.proof.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Comma-separated values with a line of names, as RFC 4180 has them; read as a stream. */
final class CsvRows {
    private static final int LONGEST_FIELD = 1 << 20;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final Path file;
    private final BufferedReader in;
    private boolean ended;

    private CsvRows(Path file, BufferedReader in) {
        this.file = file;
        this.in = in;
    }

    /** Takes one row by its names, and its number, from 1, the line of names not counted. */
    interface Reader {
        void read(Map<String, String> row, long number);
    }

    static void read(Path file, Reader reader) {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            new CsvRows(file, in).all(reader);
        } catch (NoSuchFileException e) {
            throw new Unreadable("there is no file " + file, e);
        } catch (IOException e) {
            throw new Unreadable("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private void all(Reader reader) throws IOException {
        in.mark(1);
        if (in.read() != BYTE_ORDER_MARK) {
            in.reset();
        }
        List<String> names = row();
        long number = 0;
        while (!ended) {
            List<String> fields = row();
            if (fields.size() == 1 && fields.get(0).isEmpty()) {
                continue;
            }
            number++;
            if (fields.size() != names.size()) {
                throw new Unreadable(file + " row " + number + " has " + fields.size() + " fields, and there are "
                        + names.size() + " names");
            }
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                if (!fields.get(i).isEmpty()) {
                    row.put(names.get(i).trim(), fields.get(i));
                }
            }
            reader.read(row, number);
        }
    }

    private List<String> row() throws IOException {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        while (true) {
            int c = in.read();
            if (c < 0) {
                if (quoted) {
                    throw new Unreadable(file + " ends inside a quoted field");
                }
                ended = true;
                break;
            }
            if (quoted) {
                if (c != '"') {
                    field.append((char) c);
                } else if (peek() == '"') {
                    field.append((char) in.read());
                } else {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == ',') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\n') {
                break;
            } else if (c != '\r') {
                field.append((char) c);
            }
            if (field.length() > LONGEST_FIELD) {
                throw new Unreadable(file + " has a field of more than " + LONGEST_FIELD + " characters");
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private int peek() throws IOException {
        in.mark(1);
        int next = in.read();
        in.reset();
        return next;
    }
}
