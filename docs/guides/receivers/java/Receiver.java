import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Handles webhooks on the server of the JDK. The event goes into a queue, unless its id is there already. */
public record Receiver(List<String> secrets, Consumer<byte[]> onEvent) implements HttpHandler {
    private static final int MAX_BYTES = 4 << 20;

    /** True when one of the secrets signed these raw bytes within the tolerance (seconds). */
    public static boolean verify(byte[] body, String signature, List<String> secrets, long now, long tolerance)
            throws GeneralSecurityException {
        List<String> times = new ArrayList<>();
        List<byte[]> candidates = new ArrayList<>();
        for (String part : signature.split(",")) {
            String[] pair = part.strip().split("=", 2);
            String value = pair.length == 2 ? pair[1] : "";
            if (pair[0].equals("t")) times.add(value);
            if (pair[0].equals("v1")) candidates.add(value.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        }
        if (times.size() != 1 || !times.get(0).matches("[0-9]{1,15}")) return false;
        boolean matches = false;
        for (String secret : secrets) {
            // An empty secret is refused here: SecretKeySpec throws.
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((times.get(0) + ".").getBytes(StandardCharsets.US_ASCII));
            byte[] expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.US_ASCII);
            for (byte[] candidate : candidates) matches |= MessageDigest.isEqual(expected, candidate);
        }
        return matches && Math.abs(now - Long.parseLong(times.get(0))) <= tolerance;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
            String signature = String.join(",", exchange.getRequestHeaders().getOrDefault("X-CL-Signature", List.of()));
            long now = Instant.now().getEpochSecond();
            if (body.length > MAX_BYTES || !verify(body, signature, secrets, now, 300)) {
                exchange.sendResponseHeaders(403, -1);
                return;
            }
            onEvent.accept(body);
            exchange.sendResponseHeaders(204, -1);
        } catch (GeneralSecurityException exception) {
            throw new IOException(exception);
        }
    }
}
