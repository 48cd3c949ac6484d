import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.cascade.Cascade;
import example.cascade.CascadeException;
import example.cascade.CascadeException.Refused;
import example.cascade.CascadeException.UnknownOutcome;
import example.cascade.Message;
import example.cascade.Problem;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sends the message of each line of a file through the kit, and prints what came of it. */
final class Kit {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Kit() {}

  public static void main(String[] arguments) throws IOException {
    for (String line : Files.readAllLines(Path.of(arguments[0])))
      System.out.println(JSON.writeValueAsString(outcomeOf(JSON.readTree(line))));
  }

  private static Map<String, Object> outcomeOf(JsonNode step) {
    var standard = Cascade.Options.DEFAULT;
    var given = step.get("options");
    int attempts = given.path("attempts").asInt(standard.attempts());
    var timeout = Duration.ofMillis((long) (given.path("timeout").asDouble(standard.timeout().toSeconds()) * 1000));
    var options = new Cascade.Options(attempts, timeout, given.path("usedIdMeansAccepted").asBoolean());
    var cascade = new Cascade(step.get("url").asText(), step.get("key").asText(), options, HTTP);
    try {
      var scheduled = cascade.schedule(messageOf(step.get("message")));
      return Map.of("kind", "scheduled", "replayed", scheduled.replayed());
    } catch (Refused refused) {
      return factsOf(refused.problem());
    } catch (UnknownOutcome unknown) {
      var code = unknown.getCause() instanceof Refused cause ? cause.problem().code().wire() : "";
      return Map.of("kind", "unknown", "code", code);
    } catch (CascadeException other) {
      return Map.of("kind", other.toString());
    }
  }

  private static Message messageOf(JsonNode given) {
    Map<String, ?> content = JSON.convertValue(given.get("content"), JSON.getTypeFactory().constructMapType(Map.class, String.class, Object.class));
    return Message.toPhone(given.get("cascadeId").asInt(), given.at("/subscriberFilter/address").asText(), content)
        .withRequestId(given.get("requestId").asText());
  }

  private static List<Object> listed(Problem.Violation one) {
    return List.of(one.cascadeId(), one.channel(), Objects.requireNonNullElse(one.stage(), ""));
  }

  private static Map<String, Object> factsOf(Problem problem) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "problem");
    facts.put("code", problem.code().wire());
    facts.put("status", problem.status());
    if (problem.code().facts() != null) facts.put("retry", problem.code().facts().retry());
    facts.put("violations", problem.violations().stream().map(Kit::listed).toList());
    return facts;
  }
}
