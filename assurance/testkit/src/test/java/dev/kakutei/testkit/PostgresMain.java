package dev.kakutei.testkit;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;

/** A process with a PostgreSQL of its own: data folder, folder of the programs, word to insert. */
final class PostgresMain {
    private PostgresMain() {}

    public static void main(String[] args) throws Exception {
        EmbeddedPostgresConfig config =
                EmbeddedPostgresConfig.in(Path.of(args[0])).withBinaries(Path.of(args[1]));
        EmbeddedPostgres postgres = new EmbeddedPostgres(config, System.out::println);
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
        postgres.start();
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS words (word text)");
            statement.execute("INSERT INTO words VALUES ('" + args[2] + "')");
        }
        System.out.println("guard-pid=" + postgres.guardProcess().orElseThrow().pid());
        System.out.println("server-pid=" + postgres.process().orElseThrow().pid());
        System.out.println("all up");
        new CountDownLatch(1).await();
    }
}
