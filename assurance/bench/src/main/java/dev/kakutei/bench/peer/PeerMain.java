package dev.kakutei.bench.peer;

/** A peer as a process: says "ready" when its HTTP server listens, ends with a signal. */
public final class PeerMain {
    private PeerMain() {}

    public static void main(String[] args) throws Exception {
        PeerPlan plan = PeerPlan.of(args);
        GatewayPost gateway = new GatewayPost(plan.gatewayPort());
        Peer peer = plan.kind().make(plan, gateway);
        gateway.start();
        peer.start();
        PeerHttpServer server = new PeerHttpServer(peer, plan.port());
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, peer, gateway), "end"));
        System.out.println("ready");
    }

    private static void end(PeerHttpServer server, Peer peer, GatewayPost gateway) {
        server.close();
        peer.close();
        gateway.close();
    }
}
