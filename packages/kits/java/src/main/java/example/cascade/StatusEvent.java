package example.cascade;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Set;

/**
 * A status event (§3). A status that is not listed is possible, and a provider may leave ids out.
 *
 * @param error null unless the message is not delivered
 * @param stage null if the event is not of a stage
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record StatusEvent(
    @JsonProperty("requestId") String requestId,
    @JsonProperty("status") String status,
    @JsonProperty("error") String error,
    @JsonProperty("cascadeStageUUID") String stage) {

  private static final Set<String> FAILURES = Set.of("UNDELIVERED", "FAILED", "CANCELLED");

  /** What became of a message. */
  public enum Outcome {
    DELIVERED,
    FAILED,
    /** A stage may still deliver it. */
    OPEN
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
    if (status.equals("EXPIRED")) return true;
    boolean isLast =
        stage == null || !stages.isEmpty() && stages.get(stages.size() - 1).equalsIgnoreCase(stage);
    return FAILURES.contains(status) && isLast;
  }
}
