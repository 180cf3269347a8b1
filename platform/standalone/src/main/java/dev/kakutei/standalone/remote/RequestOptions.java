package dev.kakutei.standalone.remote;

import picocli.CommandLine;

/** Which request. */
final class RequestOptions {
    @CommandLine.Parameters(index = "0", paramLabel = "KEY", description = "the request's idempotency key")
    private String key;

    @CommandLine.Option(
            names = "--of-client",
            paramLabel = "NAME",
            description = "whose request it is (default: the key's own client)")
    private String client;

    String path(String behind) {
        return "/requests/" + Api.part(key) + behind + (client == null ? "" : "?client=" + Api.part(client));
    }
}
