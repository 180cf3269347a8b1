package dev.kakutei.http;

import java.util.Locale;

/** What a body may be: JSON in UTF-8, not packed. */
public final class MediaType {
    private MediaType() {}

    public static void requireJson(String contentType, String contentEncoding) throws Refused {
        if (contentEncoding != null && !contentEncoding.strip().equalsIgnoreCase("identity")) {
            throw new Refused(Problem.unsupported("Send the body without a Content-Encoding."));
        }
        String[] parts = contentType == null ? new String[] {""} : contentType.split(";");
        if (parts.length == 0 || !parts[0].strip().equalsIgnoreCase("application/json")) {
            throw new Refused(Problem.unsupported("Send the body as application/json."));
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT).replace("\"", "");
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                throw new Refused(Problem.unsupported("Send the body in UTF-8."));
            }
        }
    }
}
