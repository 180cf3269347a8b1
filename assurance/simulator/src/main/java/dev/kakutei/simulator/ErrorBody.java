package dev.kakutei.simulator;

/** The bodies with which real gateways answer 200 and mean no. */
public enum ErrorBody {
    STATUS_ERROR("{\"status\":\"error\"}"),
    SUCCESS_FALSE("{\"success\":false}"),
    ERROR_OBJECT("{\"error\":{\"code\":\"processing_error\",\"message\":\"could not be processed\"}}"),
    ERROR_CODE("{\"error_code\":60200}");

    private final String json;

    ErrorBody(String json) {
        this.json = json;
    }

    String json() {
        return json;
    }
}
