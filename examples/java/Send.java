import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Schedules one SMS, and explains a refusal. Arguments: address, text, request id; none is needed. */
final class Send {
  private static final String URL = variable("CASCADE_URL", "http://127.0.0.1:4010");
  private static final String API_KEY = variable("CASCADE_API_KEY", "demo-key");
  private static final int CASCADE_ID = Integer.parseInt(variable("CASCADE_ID", "2002"));

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  private static final String STAGES = "give one content object for each channel of the cascade";

  /** What to do about some codes. The list of the contract grows, so a program must cope with others. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "auth-error", "the key is wrong or has expired: ask for another",
          "out-of-balance", "top up the account",
          "requestId-is-not-unique", "this id was used before: a message with it may be scheduled",
          // The contract has two spellings of this one (§7.1).
          "cascade-scheduling-request-is-not-valid", STAGES,
          "cascade-scheduling-request-not-valid", STAGES);

  public static void main(String[] arguments) throws InterruptedException {
    String address = arguments.length > 0 ? arguments[0] : "+12025550100";
    String text = arguments.length > 1 ? arguments[1] : "Code 4821";
    String requestId = arguments.length > 2 ? arguments[2] : UUID.randomUUID().toString();
    System.exit(report(requestId, address, text));
  }

  private static int report(String requestId, String address, String text) throws InterruptedException {
    try {
      schedule(requestId, address, text);
      System.out.println("scheduled " + requestId);
      return 0;
    } catch (NotScheduled refusal) {
      System.out.println("not scheduled: " + refusal.getMessage());
      return 1;
    } catch (IOException failure) {
      // The message may be scheduled or not. The same request with the same id is never scheduled twice.
      System.out.printf("unknown: %s; send it again with the request id %s%n", failure, requestId);
      return 2;
    }
  }

  private static void schedule(String requestId, String address, String text)
      throws IOException, InterruptedException, NotScheduled {
    var body =
        Map.of(
            "requestId", requestId,
            "cascadeId", CASCADE_ID,
            "subscriberFilter", Map.of("address", address, "type", "PHONE"),
            "content", Map.of("smsContent", Map.of("contentType", "TEXT", "text", text)));
    var request =
        HttpRequest.newBuilder(URI.create(URL + "/api/cascade/schedule"))
            .timeout(Duration.ofSeconds(30))
            .header("x-api-key", API_KEY)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build();
    var answer = CLIENT.send(request, BodyHandlers.ofString());
    if (answer.statusCode() / 100 == 2) return; // scheduled, whatever the body has
    throw new NotScheduled(problemOf(answer));
  }

  /** A refusal is a problem of the provider. A proxy's page or a 5xx does not tell whether the message is scheduled. */
  private static JsonNode problemOf(HttpResponse<String> answer) throws IOException {
    boolean isJson = answer.headers().firstValue("content-type").orElse("").contains("json");
    JsonNode problem = isJson ? JSON.readTree(answer.body()) : JSON.nullNode();
    if (answer.statusCode() >= 500 || !problem.hasNonNull("title"))
      throw new IOException("status " + answer.statusCode());
    return problem;
  }

  /** The provider refused the request, and says why by a code. */
  private static final class NotScheduled extends Exception {
    NotScheduled(JsonNode problem) {
      super(problem.get("title").asText() + ": " + advice(problem));
    }

    private static String advice(JsonNode problem) {
      return ADVICE.getOrDefault(problem.get("title").asText(), problem.path("detail").asText("see the contract"));
    }
  }

  private static String variable(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }
}
