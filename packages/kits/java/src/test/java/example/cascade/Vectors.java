package example.cascade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;

/** What the tests read: the vectors of spec/vectors, of which each row becomes a test. */
final class Vectors {
  static final ObjectMapper JSON = new ObjectMapper();

  private Vectors() {}

  /** What a row expects. */
  interface Judge {
    void judge(JsonNode row) throws Exception;
  }

  static Stream<DynamicTest> each(String name, Judge judge) throws Exception {
    return rows(name)
        .map(row -> DynamicTest.dynamicTest(row.get("says").asText(), () -> judge.judge(row)));
  }

  static Stream<JsonNode> rows(String name) throws Exception {
    String folder =
        System.getenv().getOrDefault("CASCADE_VECTORS", "../../../spec/vectors/generated");
    JsonNode rows = JSON.readTree(new File(folder, name)).get("vectors");
    if (rows.size() < 20) throw new AssertionError("expected the vectors in " + folder);
    return StreamSupport.stream(rows.spliterator(), false);
  }

  static List<String> secretsOf(JsonNode row) throws Exception {
    return List.of(JSON.treeToValue(row.get("secrets"), String[].class));
  }

  /**
   * The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old, and
   * each signature that is right is replaced by that of the new time.
   */
  static Map<String, List<String>> movedToNow(JsonNode sent, JsonNode row) throws Exception {
    Map<String, List<String>> headers = new HashMap<>();
    sent.get("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    String stamp = headers.getOrDefault("webhook-timestamp", List.of("")).get(0);
    if (!stamp.matches("\\d{1,12}")
        || !headers.containsKey("webhook-id")
        || !headers.containsKey("webhook-signature")) return headers;
    long sentAt = Long.parseLong(stamp);
    long moved = sentAt + System.currentTimeMillis() / 1000 - row.get("now").asLong();
    String body = new String(sent.get("bodyBase64").binaryValue(), StandardCharsets.UTF_8);
    String signatures = headers.get("webhook-signature").get(0);
    String id = headers.get("webhook-id").get(0);
    for (String secret : secretsOf(row)) {
      Webhook webhook = new Webhook(secret);
      signatures =
          signatures.replace(webhook.sign(id, sentAt, body), webhook.sign(id, moved, body));
    }
    headers.put("webhook-timestamp", List.of(String.valueOf(moved)));
    headers.put("webhook-signature", List.of(signatures));
    return headers;
  }
}
