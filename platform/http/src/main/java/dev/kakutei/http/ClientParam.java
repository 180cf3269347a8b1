package dev.kakutei.http;

import dev.kakutei.access.Caller;
import dev.kakutei.schemas.ClientName;
import io.javalin.http.Context;
import java.util.List;

/**
 * Whose requests are asked for: {@code ?client=NAME}, and without it the caller's own. Another client's requests are
 * shown only to those who may see all of them; to others they do not exist.
 */
public final class ClientParam {
    private static final String NAME = "client";

    private ClientParam() {}

    public static String of(Caller caller, Context context) throws Refused {
        List<String> asked = context.queryParams(NAME).stream().distinct().toList();
        if (asked.isEmpty()) {
            return caller.client();
        }
        if (asked.size() > 1) {
            throw new Refused(Problem.invalid(NAME, "is given more than once, with different values"));
        }
        String client = asked.get(0);
        if (!ClientName.isValid(client)) {
            throw new Refused(Problem.invalid(NAME, "must be " + ClientName.RULE));
        }
        if (!caller.sees(client)) {
            throw new Refused(Problem.otherClient(caller));
        }
        return client;
    }
}
