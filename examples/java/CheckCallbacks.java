import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks {@link Callbacks} with the test vectors of the contract. */
final class CheckCallbacks {
  private static final ObjectMapper JSON = new ObjectMapper();

  record Vector(String says, List<String> secrets, long now, Map<String, String> headers, byte[] body, String verdict) {}

  public static void main(String[] arguments) throws IOException {
    String file = System.getenv().getOrDefault("CASCADE_VECTORS", "../../spec/vectors/generated/callbacks.json");
    List<Vector> vectors = new ArrayList<>();
    for (JsonNode vector : JSON.readTree(new File(file)).get("vectors")) vectors.add(vectorOf(vector));
    int wrong = 0;
    for (Vector vector : vectors) {
      String verdict = verdictOn(vector);
      if (verdict.equals(vector.verdict())) continue;
      System.out.printf("%s: %s instead of %s%n", vector.says(), verdict, vector.verdict());
      wrong++;
    }
    System.out.printf("%d callbacks, %d wrong%n", vectors.size(), wrong);
    System.exit(wrong == 0 && vectors.size() > 20 ? 0 : 1);
  }

  private static String verdictOn(Vector vector) throws IOException {
    Clock clock = Clock.fixed(Instant.ofEpochSecond(vector.now()), ZoneOffset.UTC);
    return new Callbacks(vector.secrets(), clock).read(vector.headers(), vector.body()).isPresent() ? "valid" : "invalid";
  }

  private static Vector vectorOf(JsonNode vector) throws IOException {
    return new Vector(
        vector.get("says").asText(),
        List.of(JSON.treeToValue(vector.get("secrets"), String[].class)),
        vector.get("now").asLong(),
        JSON.convertValue(vector.get("headers"), new TypeReference<Map<String, String>>() {}),
        vector.get("bodyBase64").binaryValue(),
        vector.get("verdict").asText());
  }
}
