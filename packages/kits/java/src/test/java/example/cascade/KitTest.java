package example.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KitTest {
  @TestFactory
  Stream<DynamicTest> verdicts() throws Exception {
    return Vectors.each(
        "callbacks.json",
        row -> {
          var receiver = new Receiver(Vectors.secretsOf(row));
          assertEquals(row.get("verdict").asText(), verdictOf(receiver, row));
        });
  }

  private static String verdictOf(Receiver receiver, JsonNode row) throws Exception {
    try {
      receiver.read(Vectors.movedToNow(row, row), row.get("bodyBase64").binaryValue());
      return "valid";
    } catch (Receiver.Refusal refusal) {
      assertEquals(401, refusal.status());
      return "invalid";
    }
  }

  @TestFactory
  Stream<DynamicTest> outcomes() throws Exception {
    return Vectors.each(
        "outcomes.json",
        row -> {
          List<StatusEvent> events = new ArrayList<>();
          for (JsonNode event : row.get("events")) events.add(eventOf(event));
          var stages = List.of(Vectors.JSON.treeToValue(row.get("stages"), String[].class));
          String outcome = StatusEvent.outcomeOf(events, stages).name().toLowerCase(Locale.ROOT);
          assertEquals(row.get("outcome").asText(), outcome);
        });
  }

  private static StatusEvent eventOf(JsonNode fields) {
    String status = fields.path("status").textValue();
    String stage = fields.path("cascadeStageUUID").textValue();
    return new StatusEvent(
        null, status, null, stage, null, null, null, null, null, null, null, null);
  }

  @Test
  void bothSpellingsOfAReasonAreOne() {
    assertEquals(UndeliveredReason.NO_TEMPLATE_MATCH, Reason.of("no-template-match"));
    assertEquals(UndeliveredReason.NO_TEMPLATE_MATCH, Reason.of("not-template-match"));
    assertEquals(new Reason.Unlisted("of-a-later-version"), Reason.of("of-a-later-version"));
  }
}
