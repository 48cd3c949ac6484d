package example.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KitTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  record Vector(
      String says,
      String verdict,
      List<String> secrets,
      Map<String, List<String>> headers,
      byte[] body) {}

  @Test
  void verdictsOfTheVectors() throws Exception {
    for (JsonNode one : read("callbacks.json")) {
      Vector vector = vectorOf(one);
      boolean isValid = new Receiver(vector.secrets).read(vector.headers, vector.body).isPresent();
      assertEquals(vector.verdict, isValid ? "valid" : "invalid", vector.says);
    }
  }

  @Test
  void eachCallbackIsHandledOnce() throws Exception {
    Vector vector = vectorOf(find(read("callbacks.json"), "verdict", "valid"));
    Receiver receiver = new Receiver(vector.secrets);
    List<StatusEvent> handled = new ArrayList<>();
    assertThrows(
        IllegalStateException.class,
        () ->
            receiver.receive(
                vector.headers,
                vector.body,
                event -> {
                  handled.add(event);
                  throw new IllegalStateException("the disk is full");
                }));
    assertEquals(204, receiver.receive(vector.headers, vector.body, handled::add));
    assertEquals(204, receiver.receive(vector.headers, vector.body, handled::add));
    assertEquals(2, handled.size());
  }

  @Test
  void bothSpellingsOfAReasonAreOne() {
    assertEquals(UndeliveredReason.NO_TEMPLATE_MATCH, Reason.of("no-template-match"));
    assertEquals(UndeliveredReason.NO_TEMPLATE_MATCH, Reason.of("not-template-match"));
    assertEquals(new Reason.Unlisted("of-a-later-version"), Reason.of("of-a-later-version"));
  }

  @Test
  void outcomesOfTheVectors() throws Exception {
    for (JsonNode vector : read("outcomes.json")) {
      List<StatusEvent> events =
          List.of(JSON.treeToValue(vector.get("events"), StatusEvent[].class));
      List<String> stages = List.of(JSON.treeToValue(vector.get("stages"), String[].class));
      String outcome = StatusEvent.outcomeOf(events, stages).name().toLowerCase(Locale.ROOT);
      assertEquals(vector.get("outcome").asText(), outcome, vector.get("says").asText());
    }
  }

  private static JsonNode read(String name) throws Exception {
    String folder =
        System.getenv().getOrDefault("CASCADE_VECTORS", "../../../spec/vectors/generated");
    JsonNode vectors = JSON.readTree(new File(folder, name)).get("vectors");
    assertTrue(vectors.size() > 15, "expected the vectors in " + folder);
    return vectors;
  }

  private static JsonNode find(JsonNode vectors, String member, String value) {
    for (JsonNode one : vectors) if (one.get(member).asText().equals(value)) return one;
    throw new AssertionError("no vector has the " + member + " " + value);
  }

  private static Vector vectorOf(JsonNode one) throws Exception {
    List<String> secrets = List.of(JSON.treeToValue(one.get("secrets"), String[].class));
    byte[] body = one.get("bodyBase64").binaryValue();
    Map<String, List<String>> headers = new HashMap<>();
    one.get("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    moveToNow(headers, one.get("now").asLong(), secrets, new String(body, StandardCharsets.UTF_8));
    return new Vector(
        one.get("says").asText(), one.get("verdict").asText(), secrets, headers, body);
  }

  /**
   * The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old, and
   * each signature that is right is replaced by that of the new time.
   */
  private static void moveToNow(
      Map<String, List<String>> headers, long now, List<String> secrets, String body)
      throws Exception {
    String sent = headers.getOrDefault("webhook-timestamp", List.of("")).get(0);
    if (!sent.matches("\\d{1,12}")
        || !headers.containsKey("webhook-id")
        || !headers.containsKey("webhook-signature")) return;
    long sentAt = Long.parseLong(sent);
    long moved = sentAt + System.currentTimeMillis() / 1000 - now;
    String signatures = headers.get("webhook-signature").get(0);
    for (String secret : secrets) {
      Webhook webhook = new Webhook(secret);
      String id = headers.get("webhook-id").get(0);
      signatures =
          signatures.replace(webhook.sign(id, sentAt, body), webhook.sign(id, moved, body));
    }
    headers.put("webhook-timestamp", List.of(String.valueOf(moved)));
    headers.put("webhook-signature", List.of(signatures));
  }
}
