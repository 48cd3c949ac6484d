import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks {@link Callbacks} and {@link Outcome} with the test vectors of the contract. */
final class CheckCallbacks {
  private static final ObjectMapper JSON = new ObjectMapper();

  record Vector(List<String> secrets, long now, Map<String, String> headers, byte[] body) {}

  public static void main(String[] arguments) throws IOException {
    int checked = 0;
    int wrong = 0;
    for (JsonNode vector : read("callbacks.json")) {
      checked++;
      wrong += compare(vector, "verdict", verdictOn(vectorOf(vector)));
    }
    for (JsonNode vector : read("outcomes.json")) {
      checked++;
      wrong += compare(vector, "outcome", outcomeOf(vector));
    }
    System.out.printf("%d vectors, %d wrong%n", checked, wrong);
    System.exit(wrong == 0 && checked > 40 ? 0 : 1);
  }

  private static JsonNode read(String name) throws IOException {
    String folder = System.getenv().getOrDefault("CASCADE_VECTORS", "../../spec/vectors/generated");
    return JSON.readTree(new File(folder, name)).get("vectors");
  }

  private static int compare(JsonNode vector, String member, String found) {
    String expected = vector.get(member).asText();
    if (found.equals(expected)) return 0;
    System.out.printf("%s: %s instead of %s%n", vector.get("says").asText(), found, expected);
    return 1;
  }

  private static String outcomeOf(JsonNode vector) throws IOException {
    List<JsonNode> events = List.of(JSON.treeToValue(vector.get("events"), JsonNode[].class));
    List<String> stages = List.of(JSON.treeToValue(vector.get("stages"), String[].class));
    return Outcome.of(events, stages).name().toLowerCase(Locale.ROOT);
  }

  private static String verdictOn(Vector vector) throws IOException {
    Clock clock = Clock.fixed(Instant.ofEpochSecond(vector.now()), ZoneOffset.UTC);
    return new Callbacks(vector.secrets(), clock).read(vector.headers(), vector.body()).isPresent() ? "valid" : "invalid";
  }

  private static Vector vectorOf(JsonNode vector) throws IOException {
    return new Vector(
        List.of(JSON.treeToValue(vector.get("secrets"), String[].class)),
        vector.get("now").asLong(),
        JSON.convertValue(vector.get("headers"), new TypeReference<Map<String, String>>() {}),
        vector.get("bodyBase64").binaryValue());
  }
}
