package dev.kakutei.standalone;

import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.EnumSet;
import picocli.CommandLine;

/** Converts what people type; a mistake is reported with the values that are allowed. */
final class OptionConverters {
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final int MAX_LINES = 1_000;

    private OptionConverters() {}

    static final class RoleWord implements CommandLine.ITypeConverter<ClientRole> {
        @Override
        public ClientRole convert(String word) {
            return ClientRole.ofWord(word)
                    .orElseThrow(() -> new CommandLine.TypeConversionException("must be one of "
                            + ClientRole.words(EnumSet.allOf(ClientRole.class)) + ", not '" + word + "'"));
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
            return number(word, ClientRegistry.MAX_RATE);
        }
    }

    /** The word {@code none} is 0. */
    static final class RateOrNone implements CommandLine.ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            return word.equals("none") ? Integer.valueOf(0) : number(word, ClientRegistry.MAX_RATE);
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
            return number(word, MAX_LINES);
        }
    }

    private static Integer number(String word, int max) {
        try {
            int number = Integer.parseInt(word);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, with the range
        }
        throw new CommandLine.TypeConversionException(
                "must be a whole number from 1 to " + max + ", not '" + word + "'");
    }
}
