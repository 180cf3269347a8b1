package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: a client's name can stand anywhere. */
class ClientNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"default", "a", "7", "shop", "shop-2", "0-0", "a--b", "a-"})
    void isValid_smallLettersDigitsAndDashes_isAName(String name) {
        assertThat(ClientName.isValid(name)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "", " ", "-shop", "Shop", "shop ", " shop", "shop_2", "shop.2", "a/b", "a:b", "é", "a\n", "a\nb", "٣",
                "a\u0000", "ａ"
            })
    void isValid_anythingElse_isNone(String name) {
        assertThat(ClientName.isValid(name)).isFalse();
    }

    @Test
    void isValid_fiftyCharactersAndOneMore_endsAtFifty() {
        assertThat(ClientName.isValid("x".repeat(50))).isTrue();
        assertThat(ClientName.isValid("x".repeat(51))).isFalse();
    }

    @Test
    void actor_ofAName_saysThatItIsAClient() {
        assertThat(ClientName.actor("shop")).isEqualTo("client:shop");
    }
}
