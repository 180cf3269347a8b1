package dev.kakutei.sender;

import dev.kakutei.boot.ServiceProcess;

/** broker-sender as a process of its own. */
public final class SenderMain {
    private SenderMain() {}

    public static void main(String[] args) {
        ServiceProcess.run(args, (settings, metrics) -> new BrokerSender(SenderConfig.read(settings), metrics));
    }
}
