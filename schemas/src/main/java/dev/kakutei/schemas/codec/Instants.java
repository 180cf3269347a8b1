package dev.kakutei.schemas.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * Points in time as text, the way Kakutei writes them: {@code 2026-11-16T09:30:00.123Z}. A request's way has some hundred
 * of them, and Java's own formatters take a microsecond for each. What is written otherwise, or is no such time, is left
 * to them: there is one result, and one complaint, whoever reads it.
 */
public final class Instants {
    private static final int SECONDS_OF_DAY = 86_400;
    /** Where the seconds end: what follows is a fraction, or the Z. */
    private static final int SECONDS_END = 19;

    private static final int LONGEST_FRACTION = 9;
    /** Of the years that have four digits. */
    private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();

    private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private Instants() {}

    /** As {@link Instant#toString}. */
    public static String text(Instant instant) {
        long second = instant.getEpochSecond();
        if (second < FIRST || second > LAST) {
            return instant.toString();
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(second, SECONDS_OF_DAY));
        int ofDay = Math.floorMod(second, SECONDS_OF_DAY);
        int nanos = instant.getNano();
        byte[] text = new byte[SECONDS_END + 2 + LONGEST_FRACTION];
        digits(text, 0, 4, date.getYear());
        text[4] = '-';
        digits(text, 5, 2, date.getMonthValue());
        text[7] = '-';
        digits(text, 8, 2, date.getDayOfMonth());
        text[10] = 'T';
        digits(text, 11, 2, ofDay / 3600);
        text[13] = ':';
        digits(text, 14, 2, ofDay / 60 % 60);
        text[16] = ':';
        digits(text, 17, 2, ofDay % 60);
        int end = fraction(text, nanos);
        text[end] = 'Z';
        return new String(text, 0, end + 1, ISO_8859_1);
    }

    /**
     * With any offset.
     *
     * @throws DateTimeParseException for what is no point in time
     */
    public static Instant parse(String text) {
        Instant instant = quick(text);
        return instant == null ? OffsetDateTime.parse(text).toInstant() : instant;
    }

    /** Takes the place of what another module has for them, if it comes after it. */
    static SimpleModule module() {
        return new SimpleModule("instants")
                .addSerializer(Instant.class, new Writer())
                .addDeserializer(Instant.class, new Reader());
    }

    /** Null for what is not in our own form. */
    private static Instant quick(String text) {
        int end = text.length() - 1;
        if (end < SECONDS_END
                || end > SECONDS_END + 1 + LONGEST_FRACTION
                || text.charAt(end) != 'Z'
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            return null;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, SECONDS_END);
        int nanos = nanos(text, end);
        // The 29th and later are not in every month, and no month needs to be known here for the others.
        if ((year | month | day | hour | minute | second | nanos) < 0
                || month < 1
                || month > 12
                || day < 1
                || (day > 28 && day > LocalDate.of(year, month, 1).lengthOfMonth())
                || hour > 23
                || minute > 59
                || second > 59) {
            return null;
        }
        long days = LocalDate.of(year, month, day).toEpochDay();
        return Instant.ofEpochSecond(days * SECONDS_OF_DAY + hour * 3600 + minute * 60 + second, nanos);
    }

    /** Three, six or nine digits, or nothing; returns where it ends. */
    private static int fraction(byte[] text, int nanos) {
        if (nanos == 0) {
            return SECONDS_END;
        }
        text[SECONDS_END] = '.';
        int count = LONGEST_FRACTION;
        int shown = nanos;
        while (shown % 1000 == 0) {
            shown /= 1000;
            count -= 3;
        }
        digits(text, SECONDS_END + 1, count, shown);
        return SECONDS_END + 1 + count;
    }

    private static void digits(byte[] text, int from, int count, int number) {
        int left = number;
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }

    private static int nanos(String text, int end) {
        if (end == SECONDS_END) {
            return 0;
        }
        if (text.charAt(SECONDS_END) != '.' || end == SECONDS_END + 1) {
            return -1;
        }
        int nanos = number(text, SECONDS_END + 1, end);
        for (int i = end; i < SECONDS_END + 1 + LONGEST_FRACTION; i++) {
            nanos *= 10;
        }
        return nanos;
    }

    /** Below zero where something else than digits is there. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static final class Writer extends StdScalarSerializer<Instant> {
        private static final long serialVersionUID = 1;

        Writer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant instant, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(text(instant));
        }
    }

    private static final class Reader extends StdScalarDeserializer<Instant> {
        private static final long serialVersionUID = 1;

        Reader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            Instant instant = in.hasToken(JsonToken.VALUE_STRING) ? quick(in.getText()) : null;
            return instant == null ? InstantDeserializer.INSTANT.deserialize(in, context) : instant;
        }
    }
}
