package dev.kakutei.boot.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses, {@code 10.0.0.0/8} or {@code fc00::/7}.
 *
 * @param prefix 4 or 16 bytes; those beyond {@code bits} are 0
 */
record Cidr(byte[] prefix, int bits) {
    /** No leading zeros: some read them as octal. */
    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    /** Only what cannot be taken for a name: reading a range must never ask a name server. */
    private static final Pattern V4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern BITS = Pattern.compile("\\d{1,3}");

    Cidr {
        if (prefix.length != 4 && prefix.length != 16) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes, not " + prefix.length);
        }
        if (bits < 0 || bits > prefix.length * 8) {
            throw new IllegalArgumentException("/" + bits + " does not fit an address of " + prefix.length + " bytes");
        }
        prefix = prefix.clone();
        if (!Arrays.equals(prefix, masked(prefix, bits))) {
            throw new IllegalArgumentException("the address goes on beyond its /" + bits);
        }
    }

    /** Throws where the text is not one; for ranges that are written here. */
    static Cidr of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is no range of addresses"));
    }

    /** Empty for a text that is not a range, a single address without its {@code /32} among them. */
    static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !BITS.matcher(text.substring(slash + 1)).matches()) {
            return Optional.empty();
        }
        try {
            Optional<byte[]> address = literal(text.substring(0, slash));
            return address.map(bytes -> new Cidr(bytes, Integer.parseInt(text.substring(slash + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The bytes of an address that is written as such, in its usual spelling; empty for anything else. */
    static Optional<byte[]> literal(String text) {
        boolean v6 = V6.matcher(text).matches();
        if (!v6 && !V4.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            // in brackets it is an address or nothing
            return Optional.of(
                    InetAddress.getByName(v6 ? "[" + text + "]" : text).getAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    boolean contains(byte[] address) {
        return address.length == prefix.length && Arrays.equals(prefix, masked(address, bits));
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = address.clone();
        for (int i = 0; i < masked.length; i++) {
            int kept = Math.max(0, Math.min(8, bits - 8 * i));
            masked[i] &= (byte) (0xff << (8 - kept));
        }
        return masked;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr that && bits == that.bits && Arrays.equals(prefix, that.prefix);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(prefix) + bits;
    }

    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(prefix).getHostAddress() + "/" + bits;
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
