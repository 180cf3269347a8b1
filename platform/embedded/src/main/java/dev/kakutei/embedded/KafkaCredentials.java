package dev.kakutei.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.security.scram.ScramLoginModule;

/**
 * The one account of an embedded broker. Its password is random, is made with the data folder, and is stored in {@code
 * client.properties}, which only the owner of the folder can read. The file is one of Kafka's own format: clients take it as it
 * is. Whoever deletes it while the broker is stopped gets another password at the next start.
 */
public record KafkaCredentials(String user, String password) {
    static final String MECHANISM = "SCRAM-SHA-256";
    private static final String USER = "kakutei";
    private static final String FILE = "client.properties";
    private static final String JAAS = "sasl.jaas.config";
    private static final Pattern ACCOUNT = Pattern.compile("username=\"(?<user>\\w+)\" password=\"(?<password>\\w+)\"");

    public KafkaCredentials {
        requireNonNull(user, "user");
        requireNonNull(password, "password");
    }

    /** Those of a data folder, where a broker with an account has run on it. */
    public static Optional<Path> file(Path dataDirectory) {
        return Optional.of(dataDirectory.resolve(FILE)).filter(Files::exists);
    }

    /** Read from the folder, or made there. */
    static KafkaCredentials in(Path dataDirectory) {
        Path file = dataDirectory.resolve(FILE);
        try {
            return parsed(file, Files.readString(file));
        } catch (NoSuchFileException e) {
            KafkaCredentials made = new KafkaCredentials(USER, PrivateFiles.randomSecret());
            made.store(file);
            return made;
        } catch (IOException e) {
            throw new EmbeddedStartException("Kafka's password cannot be read from " + file + ": " + e, e);
        }
    }

    /** What a client of the broker needs beside its address. */
    public Map<String, String> clientProperties() {
        Map<String, String> properties = new TreeMap<>();
        properties.put("security.protocol", "SASL_PLAINTEXT");
        properties.put("sasl.mechanism", MECHANISM);
        properties.put(JAAS, jaas());
        return properties;
    }

    String jaas() {
        return ScramLoginModule.class.getName() + " required username=\"" + user + "\" password=\"" + password + "\";";
    }

    private void store(Path file) {
        StringBuilder text = new StringBuilder("# The account of this broker, for clients on this machine.\n");
        clientProperties()
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        try {
            PrivateFiles.write(file, text.toString());
        } catch (IOException e) {
            throw new EmbeddedStartException("Kafka's password cannot be stored in " + file + ": " + e, e);
        }
    }

    private static KafkaCredentials parsed(Path file, String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Matcher account = ACCOUNT.matcher(properties.getProperty(JAAS, ""));
        if (!account.find()) {
            throw new EmbeddedStartException("there is no " + JAAS + " with username and password in " + file
                    + ": delete the file, and the next start makes another one");
        }
        return new KafkaCredentials(account.group("user"), account.group("password"));
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return user;
    }
}
