package dev.kakutei.e2e;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** SPEC G2: each service a process of its own, on the Kafka and the PostgreSQL of docker-compose.yml in containers. */
@Tag("docker")
@RequiresProgram(ContainerServers.ENGINE)
class FirstPathOnContainersTest extends FirstPathContract {
    private ContainerServers containers;

    @Override
    Installation start(Path folder) {
        containers = ContainerServers.start();
        return ServicesOnServers.start(containers.servers(), folder);
    }

    @AfterAll
    @Override
    void stop() {
        super.stop();
        if (containers != null) {
            containers.close();
        }
    }
}
