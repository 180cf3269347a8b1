package dev.kakutei.verifier;

import dev.kakutei.boot.ServiceProcess;

/** verifier-stream as a process of its own. */
public final class VerifierMain {
    private VerifierMain() {}

    public static void main(String[] args) {
        ServiceProcess.run(args, (settings, metrics) -> new VerifierStream(VerifierConfig.read(settings), metrics));
    }
}
