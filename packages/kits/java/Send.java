import example.cascade.Cascade;
import example.cascade.CascadeException;
import example.cascade.CascadeException.UnknownOutcome;
import example.cascade.Message;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;

/** Schedules one SMS, and explains a refusal. Arguments: address, text, request id; none is needed. */
final class Send {
  private Send() {}

  public static void main(String[] arguments) {
    String address = arguments.length > 0 ? arguments[0] : "+12025550100";
    String text = arguments.length > 1 ? arguments[1] : "Code 4821";
    String requestId = arguments.length > 2 ? arguments[2] : null; // then the call makes one
    int cascadeId = Integer.parseInt(variable("CASCADE_ID", "2002"));
    var content = Map.of("smsContent", Map.of("contentType", "TEXT", "text", text));
    System.exit(send(Message.toPhone(cascadeId, address, content).withRequestId(requestId)));
  }

  private static int send(Message message) {
    double seconds = Double.parseDouble(variable("CASCADE_TIMEOUT", "10")); // of an attempt
    var timeout = Duration.ofMillis((long) (seconds * 1000));
    var cascade =
        new Cascade(
            variable("CASCADE_URL", "http://127.0.0.1:4010"),
            variable("CASCADE_API_KEY", "demo-key"),
            new Cascade.Options(3, timeout, false),
            HttpClient.newHttpClient());
    try {
      System.out.println("scheduled " + cascade.schedule(message).requestId());
      return 0;
    } catch (UnknownOutcome unknown) {
      System.out.printf(
          "unknown: %s; ask the history, or send it again with the request id %s%n",
          unknown.getMessage(), unknown.requestId());
      return 2;
    } catch (CascadeException failure) {
      System.out.println("not scheduled: " + failure.getMessage());
      return 1;
    }
  }

  private static String variable(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }
}
