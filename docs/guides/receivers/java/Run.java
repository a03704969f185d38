import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** What the tests run: `vectors FILE` prints the names of the vectors that are accepted, `serve SECRET` the port. */
public final class Run {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) serve(args[1]);
        else vectors(Path.of(args[1]));
    }

    private static void vectors(Path file) throws Exception {
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split("\t", -1);
            List<String> secrets = Stream.of(fields[3].split(",")).map(Run::text).toList();
            byte[] body = Base64.getDecoder().decode(fields[1]);
            long now = Long.parseLong(fields[4]);
            long tolerance = Long.parseLong(fields[5]);
            if (Receiver.verify(body, text(fields[2]), secrets, now, tolerance)) System.out.println(fields[0]);
        }
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private static void serve(String secret) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/webhooks", new Receiver(List.of(secret), body -> {}));
        server.start();
        System.out.println(server.getAddress().getPort());
    }
}
