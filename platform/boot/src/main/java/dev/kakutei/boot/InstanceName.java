package dev.kakutei.boot;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** A name for one of several instances of a service, where none was configured. */
public final class InstanceName {
    private static final int RANDOM_PART = 8;

    private InstanceName() {}

    /** The host's name and a random part: two instances on one host differ, and so do two runs of one instance. */
    public static String any(String withoutHost) {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = withoutHost;
        }
        return host + "-" + UUID.randomUUID().toString().substring(0, RANDOM_PART);
    }
}
