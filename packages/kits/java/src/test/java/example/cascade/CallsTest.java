package example.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import example.cascade.CascadeException.UnknownOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** How a call ends: a test for each row of calls.json. */
class CallsTest {
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static final Message MESSAGE =
      Message.toPhone(
          2002,
          "+12025550100",
          Map.of("smsContent", Map.of("contentType", "TEXT", "text", "Code 4821")));

  @TestFactory
  Stream<DynamicTest> calls() throws Exception {
    return Vectors.each("calls.json", CallsTest::judge);
  }

  /** Before each attempt, the provider is told what it meets. */
  private static final class InTurn implements Transport {
    private final Transport real = Transport.over(HTTP);
    private final Provider provider;
    private final JsonNode attempts;
    private int made;

    InTurn(Provider provider, JsonNode attempts) {
      this.provider = provider;
      this.attempts = attempts;
    }

    @Override
    public Answer send(java.net.http.HttpRequest.Builder request, byte[] body, Duration limit) {
      JsonNode met = attempts.path(made++);
      try {
        provider.meets(
            met.isMissingNode() ? JsonNodeFactory.instance.objectNode().put("refuses", true) : met);
      } catch (IOException taken) {
        throw new UncheckedIOException(taken);
      }
      // Only an attempt that has no answer may run out of time.
      return real.send(request, body, met.has("silent") ? Duration.ofMillis(300) : limit);
    }
  }

  private static void judge(JsonNode row) throws Exception {
    var options =
        new Cascade.Options(
            row.get("most").asInt(), Duration.ofMinutes(1), row.get("keepsUsed").asBoolean());
    try (var provider = new Provider()) {
      var turns = new InTurn(provider, row.get("attempts"));
      var cascade = new Cascade(provider.url(), "k", options, turns);
      boolean isOfCaller = row.get("requestId").asText().equals("caller");
      var message =
          isOfCaller ? MESSAGE.withRequestId("0b1d6c3e-5f5a-4f0e-9a55-000000000001") : MESSAGE;
      String outcome = outcomeOf(cascade, message);
      assertEquals(row.get("outcome").asText(), outcome);
      assertEquals(row.get("attempts").size(), turns.made);
    }
  }

  private static String outcomeOf(Cascade cascade, Message message) {
    try {
      cascade.schedule(message);
      return "scheduled";
    } catch (RuntimeException thrown) {
      var error = assertInstanceOf(CascadeException.class, thrown);
      boolean isUnknown = error instanceof UnknownOutcome;
      assertEquals(isUnknown, error.getMessage().contains("it may be scheduled"));
      assertTrue(error.getMessage().contains("request " + error.requestId()), error.getMessage());
      return isUnknown ? "unknown" : "not-scheduled";
    }
  }
}
