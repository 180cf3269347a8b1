package dev.kakutei.sender.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.gateway.Template;
import java.net.URI;
import java.net.URLEncoder;
import java.util.List;

/**
 * The address of a call: the gateway's url and a path below it. What fills a path is encoded, and the address is looked at
 * again afterwards, so that no path can lead to another host.
 */
public final class PathTemplate {
    private final URI gateway;
    private final String base;
    private final List<Template.Piece> pieces;

    /** @param path its holes are {@code {request_id}} and, meaning the same, {@code {reference}} */
    public PathTemplate(URI gateway, String path) {
        this.gateway = gateway;
        String url = gateway.toString();
        this.base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.pieces = Template.pieces(path);
    }

    public URI render(RequestId id) throws NotRenderable {
        StringBuilder address = new StringBuilder(base);
        for (Template.Piece piece : pieces) {
            address.append(piece.hole() ? URLEncoder.encode(id.toString(), UTF_8) : piece.text());
        }
        URI uri;
        try {
            uri = URI.create(address.toString());
        } catch (IllegalArgumentException e) {
            throw new NotRenderable("its path is not the path of an address");
        }
        if (!gateway.getScheme().equals(uri.getScheme())
                || !gateway.getRawAuthority().equals(uri.getRawAuthority())) {
            throw new NotRenderable("its path leads away from the gateway");
        }
        return uri;
    }
}
