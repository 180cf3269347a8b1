package dev.kakutei.bench.peer;

/** A peer as a process: says "ready" when its door is open, ends with a signal. */
public final class PeerMain {
    private PeerMain() {}

    public static void main(String[] args) throws Exception {
        PeerPlan plan = PeerPlan.of(args);
        GatewayPost gateway = new GatewayPost(plan.gatewayPort());
        Peer peer = plan.kind().make(plan, gateway);
        gateway.start();
        peer.start();
        Door door = new Door(peer, plan.port());
        door.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(door, peer, gateway), "end"));
        System.out.println("ready");
    }

    private static void end(Door door, Peer peer, GatewayPost gateway) {
        door.close();
        peer.close();
        gateway.close();
    }
}
