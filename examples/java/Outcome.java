import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/** The outcome of a message from its events (ADR-0048). */
enum Outcome {
  DELIVERED,
  FAILED,
  /** A stage may still deliver it. */
  OPEN;

  private static final Set<String> FAILURES = Set.of("UNDELIVERED", "FAILED", "CANCELLED");

  /**
   * UNDELIVERED ends a stage: only the last one, or an event without a stage, ends the message.
   *
   * @param events those of one message so far, in any order
   * @param stages the UUIDs of its stages, in order
   */
  static Outcome of(List<JsonNode> events, List<String> stages) {
    if (events.stream().map(Outcome::status).anyMatch(Set.of("DELIVERED", "READ")::contains)) return DELIVERED;
    return events.stream().anyMatch(event -> endsMessage(event, stages)) ? FAILED : OPEN;
  }

  private static boolean endsMessage(JsonNode event, List<String> stages) {
    if (status(event).equals("EXPIRED")) return true;
    boolean isLast =
        !event.hasNonNull("cascadeStageUUID")
            || !stages.isEmpty()
                && stages.get(stages.size() - 1).equalsIgnoreCase(event.get("cascadeStageUUID").asText());
    return FAILURES.contains(status(event)) && isLast;
  }

  private static String status(JsonNode event) {
    return event.path("status").asText();
  }
}
