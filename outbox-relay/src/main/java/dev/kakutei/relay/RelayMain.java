package dev.kakutei.relay;

import dev.kakutei.boot.ServiceProcess;

/** outbox-relay as a process of its own. */
public final class RelayMain {
    private RelayMain() {}

    public static void main(String[] args) {
        ServiceProcess.run(args, (settings, metrics) -> new OutboxRelay(RelayConfig.read(settings), metrics));
    }
}
