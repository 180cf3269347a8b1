package dev.kakutei.boot.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.codec.Json;
import org.junit.jupiter.api.Test;

class RedactedJsonTest {
    @Test
    void document_withSecretsAndCards_isShownWithoutThem() throws Exception {
        String document = """
                {"amount":"1200.00","payment_method":"tok_visa","api_key":"abc","n":12,"none":null,"yes":true,
                 "metadata":{"card":4111111111111111,"list":["5500 0055 5555 5559",1.5],"note":"Bearer abcdef123456"}}""";
        assertThat(RedactedJson.of(Json.MAPPER.readTree(document))).isEqualTo(Json.MAPPER.readTree("""
                {"amount":"1200.00","payment_method":"tok_visa","api_key":"***","n":12,"none":null,"yes":true,
                 "metadata":{"card":"***1111","list":["***5559",1.5],"note":"Bearer ***"}}"""));
    }
}
