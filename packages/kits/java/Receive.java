import com.sun.net.httpserver.HttpServer;
import example.cascade.Receiver;
import example.cascade.StatusEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Receives callbacks, and handles each once. CASCADE_SECRETS: two are current while one is replaced. */
final class Receive {
  private Receive() {}

  public static void main(String[] arguments) throws IOException {
    var receiver = new Receiver(List.of(System.getenv("CASCADE_SECRETS").split(" ")));
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext(
        "/status",
        exchange -> {
          try (exchange) {
            // An address can be registered only if it answers HEAD with 200 (ADR-0014).
            int status = 200;
            if (exchange.getRequestMethod().equals("POST")) {
              byte[] body = exchange.getRequestBody().readAllBytes();
              status = receiver.receive(exchange.getRequestHeaders(), body, Receive::handle);
            }
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
  }

  /** Store the event and return: the provider waits some seconds only. */
  private static void handle(StatusEvent event) {
    System.out.println(event);
  }
}
