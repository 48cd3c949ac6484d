import com.sun.net.httpserver.HttpServer;
import example.cascade.Receiver;
import example.cascade.StatusEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;

/** Receives callbacks, and handles each once. CASCADE_SECRETS: two are current while one is replaced. */
final class Receive {
  private static final int AT_ONCE = 16;

  /** A test program replaces it. */
  static Receiver.Handler handler = Receive::handle;

  private Receive() {}

  public static void main(String[] arguments) throws IOException {
    var secrets = List.of(System.getenv().getOrDefault("CASCADE_SECRETS", "").split(" "));
    // Ids are in memory; for several replicas: new Receiver(secrets, new JdbcIds(dataSource))
    var receiver = new Receiver(secrets);
    // One byte more than the receiver takes shows it that there is more.
    int most = Receiver.Options.DEFAULT.longestBody() + 1;
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(AT_ONCE));
    server.createContext(
        "/status",
        exchange -> {
          try (exchange) {
            String method = exchange.getRequestMethod();
            byte[] body = exchange.getRequestBody().readNBytes(most);
            var headers = exchange.getRequestHeaders();
            int status = receiver.receive(method, headers, body, handler);
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
  }

  /** Store the event and return: the provider waits some seconds only. */
  private static void handle(StatusEvent event) {
    System.out.println(event.requestId() + " " + event.status() + " " + event.reason());
  }
}
