package dev.kakutei.ingest;

import dev.kakutei.boot.ServiceProcess;

/** ingest-service as a process of its own. */
public final class IngestMain {
    private IngestMain() {}

    public static void main(String[] args) {
        ServiceProcess.run(args, (settings, metrics) -> new IngestService(IngestConfig.read(settings), metrics));
    }
}
