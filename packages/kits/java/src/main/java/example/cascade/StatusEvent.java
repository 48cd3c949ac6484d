package example.cascade;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * A status event (§6). A status or reason that is not listed is possible; a field that the provider omits is null.
 *
 * @param error the reason as it was sent; null unless the message is not delivered
 * @param stage the UUID of the stage, each of which has events of its own; null if the event is not of a stage
 * @param statusAt when the status changed, ISO 8601. Events may arrive out of order: sort them by it
 * @param comment that of the request
 * @param raw the bytes as they came, which the signature covers
 */
public record StatusEvent(
    String requestId,
    String status,
    String error,
    String stage,
    String statusAt,
    String channelType,
    Long cascadeId,
    Long messageId,
    String subject,
    Long subjectId,
    String comment,
    byte[] raw) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Set<String> FAILURES = Set.of("UNDELIVERED", "EXPIRED", "FAILED", "CANCELLED");

  /** What became of a message. */
  public enum Outcome {
    DELIVERED,
    FAILED,
    /** A stage may still deliver it. */
    OPEN
  }

  /**
   * The event of a body. A field of another type than the described one counts as absent.
   *
   * @throws IOException if it is no event
   */
  static StatusEvent of(byte[] raw) throws IOException {
    JsonNode body = read(raw);
    if (!body.isObject()) throw new IOException("the body is not a JSON object");
    var event =
        new StatusEvent(
            text(body, "requestId"),
            text(body, "status"),
            text(body, "error"),
            text(body, "cascadeStageUUID"),
            text(body, "statusAt"),
            text(body, "channelType"),
            number(body, "cascadeId"),
            number(body, "messageId"),
            text(body, "subject"),
            number(body, "subjectId"),
            text(body, "comment"),
            raw);
    boolean isUnknown = body.path("requestId").isNull(); // to the provider
    boolean isNamed = event.requestId != null || event.messageId != null || isUnknown;
    if (event.status == null || !isNamed)
      throw new IOException("a status event has status, and requestId or messageId");
    return event;
  }

  /** The message of the parser would have a part of the body. */
  private static JsonNode read(byte[] raw) throws IOException {
    try {
      return JSON.readTree(raw);
    } catch (IOException odd) {
      throw new IOException("the body is not JSON");
    }
  }

  private static String text(JsonNode body, String name) {
    String value = body.path(name).textValue();
    return value == null || value.isEmpty() ? null : value;
  }

  private static Long number(JsonNode body, String name) {
    JsonNode value = body.path(name);
    return value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : null;
  }

  /** That of an undelivered message; null if there is none. */
  public Reason reason() {
    return error == null ? null : Reason.of(error);
  }

  /** The outcome of a message from its events so far and the UUIDs of its stages in order (ADR-0048). */
  public static Outcome outcomeOf(List<StatusEvent> events, List<String> stages) {
    if (events.stream().anyMatch(event -> Set.of("DELIVERED", "READ").contains(event.status)))
      return Outcome.DELIVERED;
    return events.stream().anyMatch(event -> event.endsMessage(stages))
        ? Outcome.FAILED
        : Outcome.OPEN;
  }

  private boolean endsMessage(List<String> stages) {
    boolean isLast =
        stage == null || !stages.isEmpty() && stages.get(stages.size() - 1).equalsIgnoreCase(stage);
    return FAILURES.contains(status) && isLast;
  }
}
