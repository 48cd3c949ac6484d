package example.cascade;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Does to each attempt what it is told, byte by byte. */
final class Provider implements AutoCloseable {
  final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int port;
  private ServerSocket server;
  private Thread accepting;

  /** What came. */
  record Request(String path, JsonNode body) {}

  /** What is done to a connection whose request has been read. */
  interface Behaviour {
    void meet(Request request, Socket connection) throws IOException;
  }

  Provider() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  /** A provider that does the same to all attempts. */
  Provider(Behaviour behaviour) throws IOException {
    this();
    serve(behaviour);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** The next attempt meets what a row of calls.json has. */
  void meets(JsonNode met) throws IOException {
    close();
    if (!met.has("refuses")) serve((request, connection) -> meet(met, request, connection));
  }

  private void serve(Behaviour behaviour) throws IOException {
    var own = new ServerSocket();
    own.setReuseAddress(true);
    own.bind(new InetSocketAddress("127.0.0.1", port));
    server = own;
    accepting =
        start(
            () -> {
              while (true) {
                Socket connection = own.accept();
                open.add(connection);
                start(() -> take(behaviour, connection));
              }
            });
  }

  private interface Task {
    void run() throws IOException;
  }

  private static Thread start(Task task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException closed) {
                // By the client, or by close.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void take(Behaviour behaviour, Socket connection) throws IOException {
    try (connection) {
      InputStream in = connection.getInputStream();
      var head = new ByteArrayOutputStream();
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int one = in.read();
        if (one < 0) return;
        head.write(one);
      }
      String said = head.toString(StandardCharsets.ISO_8859_1);
      String length = said.toLowerCase(Locale.ROOT).split("content-length: ")[1].split("\r\n")[0];
      JsonNode body = Vectors.JSON.readTree(in.readNBytes(Integer.parseInt(length)));
      var request = new Request(said.split(" ")[1], body);
      requests.add(request);
      behaviour.meet(request, connection);
    }
  }

  private static void meet(JsonNode met, Request request, Socket connection) throws IOException {
    if (met.has("silent")) {
      connection.getInputStream().readAllBytes(); // until the client closes
      return;
    }
    String id = request.body.path("requestId").asText();
    JsonNode answer = met.path("answer");
    String body =
        answer
            .path("body")
            .asText()
            .replace("{{requestId}}", id)
            .replace("{{REQUESTID}}", id.toUpperCase(Locale.ROOT));
    String head = headOf(answer, body);
    String sent = head + body;
    int end =
        switch (met.path("breaks").asText()) {
          case "before the answer" -> 0;
          case "in its head" -> head.length() - 9;
          case "in its body" -> sent.length() - 5;
          default -> sent.length();
        };
    connection.getOutputStream().write(sent.substring(0, end).getBytes(StandardCharsets.UTF_8));
  }

  private static String headOf(JsonNode answer, String body) {
    int status = answer.path("status").asInt();
    List<String> lines = new ArrayList<>(List.of("HTTP/1.1 " + status + " X", "connection: close"));
    if (status != 204 && status != 304) lines.add("content-length: " + body.length());
    add(lines, "content-type", answer.path("type"));
    add(lines, "content-encoding", answer.path("encoding"));
    add(lines, "location", answer.path("location"));
    return String.join("\r\n", lines) + "\r\n\r\n";
  }

  private static void add(List<String> lines, String name, JsonNode value) {
    if (value.isTextual()) lines.add(name + ": " + value.asText());
  }

  /** A provider that answers all requests alike; the headers are lines. */
  static Provider answering(int status, String body, String... headers) throws IOException {
    return new Provider(
        (request, connection) -> answer(connection, status, body, List.of(headers)));
  }

  static void answer(Socket connection, int status, String body, List<String> headers)
      throws IOException {
    List<String> lines = new ArrayList<>(headers);
    lines.add(0, "HTTP/1.1 " + status + " X");
    lines.add("connection: close");
    lines.add("content-length: " + body.length());
    String sent = String.join("\r\n", lines) + "\r\n\r\n" + body;
    connection.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
      join(accepting); // until then it keeps the port
    }
    for (Socket connection : open) connection.close();
    open.clear();
  }

  private static void join(Thread thread) throws IOException {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }
}
