package dev.kakutei.sender.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three of the last five open it, for ten seconds; two probes close it. Stories, one letter each: {@code +} a call that
 * is answered, {@code -} one that fails, {@code 0} one that says nothing, {@code (} a call that begins, {@code ]} and
 * {@code x} the oldest of those ends well and badly, digits and {@code .} a second each.
 */
class BreakerTest {
    private static final Limits.Breaker LIMITS = new Limits.Breaker(3, 5, Duration.ofSeconds(10), 2);

    private final Breaker breaker = new Breaker(LIMITS);
    private final Deque<Long> open = new ArrayDeque<>();
    private int seconds;

    private long now() {
        // a clock that overflows on its way
        return Long.MAX_VALUE - 5 + Duration.ofSeconds(seconds).toNanos();
    }

    private void play(String story) {
        for (char letter : story.toCharArray()) {
            switch (letter) {
                case '+' -> breaker.end(breaker.begin(now()), CallHealth.HEALTHY, now());
                case '-' -> breaker.end(breaker.begin(now()), CallHealth.UNHEALTHY, now());
                case '0' -> breaker.end(breaker.begin(now()), CallHealth.NONE, now());
                case '(' -> open.addLast(breaker.begin(now()));
                case ']' -> breaker.end(open.removeFirst(), CallHealth.HEALTHY, now());
                case 'x' -> breaker.end(open.removeFirst(), CallHealth.UNHEALTHY, now());
                case 'o' -> breaker.end(open.removeFirst(), CallHealth.NONE, now());
                case '.' -> seconds++;
                default -> throw new IllegalArgumentException("" + letter);
            }
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        // what happened, story, state, calls that may begin, seconds until it lets one through
        "nothing yet,                         '',                       CLOSED,    many, 0",
        "two failures,                        '--',                     CLOSED,    many, 0",
        "three failures,                      '---',                    OPEN,      0,    10",
        "three of five,                       '-+-+-',                  OPEN,      0,    10",
        "three of six,                        '-++-+-',                 CLOSED,    many, 0",
        "a success does not open it,          '--+++',                  CLOSED,    many, 0",
        "what says nothing is not counted,    '-00000000--',            OPEN,      0,    10",
        "what says nothing pushes none out,   '--000+',                 CLOSED,    many, 0",
        "open for a while,                    '---.........',           OPEN,      0,    1",
        "open for long enough,                '---..........',          HALF_OPEN, 1,    0",
        "open and not asked for long,         '---....................', HALF_OPEN, 1,   0",
        "a probe under way,                   '---..........(',         HALF_OPEN, 0,    0",
        "a probe that passed,                 '---..........(]',        HALF_OPEN, 1,    0",
        "a second one under way,              '---..........(](',       HALF_OPEN, 0,    0",
        "both probes passed,                  '---..........++',        CLOSED,    many, 0",
        "a probe that failed,                 '---..........-',         OPEN,      0,    10",
        "a second probe that failed,          '---..........+-',        OPEN,      0,    10",
        "a probe that says nothing,           '---..........(o',        HALF_OPEN, 1,    0",
        "probes between that say nothing,     '---..........0+00+',     CLOSED,    many, 0",
        "opened again and waited again,       '---..........-..........', HALF_OPEN, 1,  0",
        "probes count again each time,        '---..........+-..........+', HALF_OPEN, 1, 0",
        "closed: old failures are forgotten,  '---..........++--',      CLOSED,    many, 0",
        "closed: new ones count,              '---..........++---',     OPEN,      0,    10",
        // calls that began in one state and end in another
        "late success while open,             '(---]',                  OPEN,      0,    10",
        "late failure while open,             '(---.....x',             OPEN,      0,    5",
        "late success is no probe,            '((---..........]]',      HALF_OPEN, 1,    0",
        "late failure is no probe,            '(---..........x',        HALF_OPEN, 1,    0",
        "late failure beside a probe,         '(---..........(x',       HALF_OPEN, 0,    0",
        "late failures after closing,         '(((---..........++xxx',  CLOSED,    many, 0",
        "begun while open,                    '---(.....x',             OPEN,      0,    5",
        "begun while open ends half open,     '---(..........]',        HALF_OPEN, 1,    0",
    })
    void breaker_story_endsInThisState(String what, String story, BreakerState state, String calls, int opensIn) {
        play(story);

        assertThat(breaker.state(now())).as(what).isEqualTo(state);
        assertThat(breaker.available(now()))
                .isEqualTo(calls.equals("many") ? Integer.MAX_VALUE : Integer.parseInt(calls));
        assertThat(breaker.opensIn(now())).isEqualTo(Duration.ofSeconds(opensIn));
    }

    @Test
    void limits_changedWhileOpen_staysOpenAndCountsFromWhenItOpened() {
        play("---....");
        breaker.limits(new Limits.Breaker(3, 5, Duration.ofSeconds(30), 1));
        assertThat(breaker.opensIn(now())).isEqualTo(Duration.ofSeconds(26));

        breaker.limits(new Limits.Breaker(3, 5, Duration.ofSeconds(4), 1));
        assertThat(breaker.state(now())).isEqualTo(BreakerState.HALF_OPEN);
        play("+");
        assertThat(breaker.state(now())).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void limits_changedWhileHalfOpen_keepsTheProbes() {
        play("---..........+(");
        breaker.limits(new Limits.Breaker(1, 1, Duration.ofSeconds(10), 3));
        assertThat(breaker.available(now())).isZero();
        play("]+");
        assertThat(breaker.state(now())).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void limits_changedWhileClosed_keepsTheLatestCalls() {
        play("--+-+");
        assertThat(breaker.state(now())).isEqualTo(BreakerState.OPEN);
        Breaker other = new Breaker(new Limits.Breaker(3, 5, Duration.ofSeconds(10), 1));
        for (CallHealth health : new CallHealth[] {CallHealth.UNHEALTHY, CallHealth.HEALTHY, CallHealth.UNHEALTHY}) {
            other.end(other.begin(0), health, 0);
        }
        other.limits(new Limits.Breaker(2, 2, Duration.ofSeconds(10), 1));
        assertThat(other.state(0))
                .as("fewer are enough now, but only the next call opens it")
                .isEqualTo(BreakerState.CLOSED);
        other.end(other.begin(0), CallHealth.UNHEALTHY, 0);
        assertThat(other.state(0)).isEqualTo(BreakerState.OPEN);
    }
}
