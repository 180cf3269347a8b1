package dev.kakutei.sender.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.gateway.ReferenceNames;
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

    /** @param path its holes are {@code {request_id}} and, in a status query, {@code {gateway_reference}} */
    public PathTemplate(URI gateway, String path) {
        this.gateway = gateway;
        String url = gateway.toString();
        this.base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.pieces = Template.pieces(path);
    }

    /** Whether it can be filled only where the gateway's own reference is known. */
    public boolean needsGatewayReference() {
        return pieces.stream().anyMatch(PathTemplate::isGatewayReference);
    }

    /** @param gatewayReference null where it is not known, or not needed */
    public URI render(RequestId id, String gatewayReference) throws NotRenderable {
        StringBuilder address = new StringBuilder(base);
        for (Template.Piece piece : pieces) {
            if (isGatewayReference(piece)) {
                address.append(segment(gatewayReference));
            } else {
                address.append(piece.hole() ? id.toString() : piece.text());
            }
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

    private static boolean isGatewayReference(Template.Piece piece) {
        return piece.hole() && piece.text().equals(ReferenceNames.GATEWAY_REFERENCE);
    }

    /** What comes from a gateway stays one segment of the path, or one value of the query. */
    private static String segment(String reference) throws NotRenderable {
        if (reference == null || reference.isBlank() || reference.equals(".") || reference.equals("..")) {
            throw new NotRenderable("the gateway's reference is none that a path can have");
        }
        return URLEncoder.encode(reference, UTF_8).replace("+", "%20");
    }
}
