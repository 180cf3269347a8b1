package dev.kakutei.boot;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The smallest service, to be run as a process. */
final class DemoMain implements Service {
    private static final Logger log = LoggerFactory.getLogger(DemoMain.class);

    private final String greeting;

    private DemoMain(String greeting) {
        this.greeting = greeting;
    }

    public static void main(String[] args) {
        ServiceProcess.run(
                args, (settings, metrics) -> new DemoMain(settings.text("demo.greeting", "hello", "what it says")));
    }

    @Override
    public String name() {
        return "demo";
    }

    @Override
    public void start() {
        if (greeting.equals("fail")) {
            throw new IllegalStateException("the demo was configured to fail");
        }
        log.atInfo().addKeyValue("idempotency_key", "k-1").log(greeting);
        log.debug("debugging");
        Logger library = LoggerFactory.getLogger("org.apache.kafka.clients.NetworkClient");
        library.info("a library's chat");
        library.warn("a library's warning");
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of();
    }

    @Override
    public void close() {
        log.info("closed");
    }
}
