package dev.kakutei.standalone;

import dev.kakutei.ingest.access.ClientBook;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.EnumSet;
import picocli.CommandLine;

/** What people type, and what it means; a mistake is told with the words that would have been right. */
final class Words {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final int MOST_LINES = 1_000;

    private Words() {}

    static final class RoleWord implements CommandLine.ITypeConverter<Role> {
        @Override
        public Role convert(String word) {
            return Role.ofWord(word)
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            "must be one of " + Role.words(EnumSet.allOf(Role.class)) + ", not '" + word + "'"));
        }
    }

    static final class Time implements CommandLine.ITypeConverter<Duration> {
        @Override
        public Duration convert(String word) {
            return DurationText.parse(word)
                    .filter(time -> !time.isZero() && time.compareTo(LONGEST) <= 0)
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            "must be a time such as 30m, 12h or 90d, up to 36500d, not '" + word + "'"));
        }
    }

    static final class Rate implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            return number(word, ClientBook.MOST_RATE);
        }
    }

    /** The word {@code none} is 0. */
    static final class RateOrNone implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            return word.equals("none") ? Integer.valueOf(0) : number(word, ClientBook.MOST_RATE);
        }
    }

    static final class RequestWord implements CommandLine.ITypeConverter<RequestId> {
        @Override
        public RequestId convert(String word) {
            try {
                return RequestId.of(word);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(
                        "must be a request's id, as in 01a1e282-44ff-772e-897d-52748770248e, not '" + word + "'");
            }
        }
    }

    static final class Count implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            return number(word, MOST_LINES);
        }
    }

    private static Integer number(String word, int most) {
        try {
            int number = Integer.parseInt(word);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, with the range
        }
        throw new CommandLine.TypeConversionException(
                "must be a whole number from 1 to " + most + ", not '" + word + "'");
    }
}
