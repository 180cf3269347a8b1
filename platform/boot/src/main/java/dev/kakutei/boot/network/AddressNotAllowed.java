package dev.kakutei.boot.network;

import java.io.IOException;

/** A host has addresses, and none of them may be connected to. Nothing was sent. */
public final class AddressNotAllowed extends IOException {
    private static final long serialVersionUID = 1L;

    AddressNotAllowed(String message) {
        super(message);
    }
}
