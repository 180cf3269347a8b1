package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WaitingPlacesTest {
    private final WaitingPlaces places = new WaitingPlaces(1_000);

    @Test
    void take_oneGatewayAlone_getsFourFifths() {
        assertThat(takenBy("hanging")).isEqualTo(800);
    }

    @Test
    void take_besideGatewaysThatHang_findsAPlace() {
        for (int gateway = 0; gateway < 3; gateway++) {
            takenBy("hanging-" + gateway);
        }

        assertThat(places.taken()).isLessThan(1_000);
        assertThat(places.take("well")).isTrue();
    }

    @Test
    void release_makesRoomAgain() {
        takenBy("hanging");

        places.release("hanging");

        assertThat(places.taken()).isEqualTo(799);
        assertThat(places.take("hanging")).isTrue();
        assertThat(places.take("hanging")).isFalse();
    }

    @Test
    void release_whatNoCallerHolds_isABug() {
        assertThatThrownBy(() -> places.release("unknown")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void take_noPlacesAtAll_isAlwaysRefused() {
        assertThat(new WaitingPlaces(0).take("any")).isFalse();
    }

    private int takenBy(String gateway) {
        int count = 0;
        while (places.take(gateway)) {
            count++;
        }
        return count;
    }
}
