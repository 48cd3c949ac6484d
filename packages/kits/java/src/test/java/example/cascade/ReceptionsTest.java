package example.cascade;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the receiver answers, and how often its handler runs: a test for each row of receptions.json. */
class ReceptionsTest {
  private static final String SECRET = "a".repeat(32);

  @TestFactory
  Stream<DynamicTest> receptions() throws Exception {
    return Vectors.each(
        "receptions.json",
        row -> {
          try (var logged = new Logged()) {
            if (row.get("starts").asBoolean()) new Reception(row).judge();
            else refusesToStart(row);
            assertEquals(isAnyRefused(row), logged.toString().contains("a callback is answered 4"));
          }
        });
  }

  private static boolean isAnyRefused(JsonNode row) {
    for (JsonNode request : row.get("requests"))
      if (List.of(400, 401, 413).contains(request.get("answer").asInt())) return true;
    return false;
  }

  private static void refusesToStart(JsonNode row) throws Exception {
    var secrets = Vectors.secretsOf(row);
    var error = assertThrows(IllegalArgumentException.class, () -> new Receiver(secrets));
    assertTrue(error.getMessage().matches("secrets(\\[\\d])?: expected .*"), error.getMessage());
  }

  /** Ids of which one function fails. */
  private record Failing(Ids ids, String name) implements Ids {
    private void check(String called) throws IOException {
      if (called.equals(name)) throw new IOException("the store is away");
    }

    @Override
    public Claim claim(String id, String owner, Duration expires) throws Exception {
      check("claim");
      return ids.claim(id, owner, expires);
    }

    @Override
    public void commit(String id, String owner) throws Exception {
      check("commit");
      ids.commit(id, owner);
    }

    @Override
    public void release(String id, String owner) throws Exception {
      check("release");
      ids.release(id, owner);
    }
  }

  private static final class Reception {
    private final JsonNode row;
    private final Receiver receiver;
    private final List<StatusEvent> events = new CopyOnWriteArrayList<>();
    private final Semaphore waits = new Semaphore(0);
    private final Semaphore goesOn = new Semaphore(0);

    Reception(JsonNode row) throws Exception {
      this.row = row;
      var ids = new Failing(new RecentIds(), row.path("store").asText());
      var options = new Receiver.Options(Duration.ofMinutes(1), row.path("longest").asInt(65_536));
      receiver = new Receiver(Vectors.secretsOf(row), ids, options);
    }

    void judge() throws Exception {
      JsonNode requests = row.get("requests");
      int[] answers = new int[requests.size()];
      int waiting = -1;
      CompletableFuture<Integer> first = null;
      for (int number = 0; number < answers.length; number++) {
        JsonNode request = requests.get(number);
        boolean isMeanwhile = request.get("meanwhile").asBoolean();
        if (!isMeanwhile && waiting >= 0) {
          goesOn.release();
          answers[waiting] = first.get(20, TimeUnit.SECONDS);
          waiting = -1;
        }
        if (!isMeanwhile && requests.path(number + 1).path("meanwhile").asBoolean()) {
          waiting = number;
          first = CompletableFuture.supplyAsync(() -> send(request));
          assertTrue(waits.tryAcquire(20, TimeUnit.SECONDS), "expected the handler to run");
        } else answers[number] = send(request);
      }
      if (waiting >= 0) {
        goesOn.release();
        answers[waiting] = first.get(20, TimeUnit.SECONDS);
      }
      for (int number = 0; number < answers.length; number++)
        assertEquals(requests.get(number).get("answer").asInt(), answers[number], "" + number);
      assertEquals(row.get("handled").asInt(), events.size());
      if (row.has("event")) checkEvent();
    }

    /** 500 if the handler panicked: a server answers so. */
    private int send(JsonNode request) {
      try {
        var headers = Vectors.movedToNow(request, row);
        byte[] body = request.get("bodyBase64").binaryValue();
        return receiver.receive(request.get("method").asText(), headers, body, this::handle);
      } catch (StackOverflowError panic) {
        return 500;
      } catch (Exception other) {
        throw new AssertionError(other);
      }
    }

    private void handle(StatusEvent event) throws Exception {
      events.add(event);
      String does = row.get("handler").path(events.size() - 1).asText();
      if (does.startsWith("waits")) {
        waits.release();
        assertTrue(goesOn.tryAcquire(20, TimeUnit.SECONDS), "expected to go on");
      }
      if (does.equals("panics")) throw new StackOverflowError();
      if (does.endsWith("fails")) throw new IOException("the disk is full");
    }

    private void checkEvent() throws IOException {
      StatusEvent event = events.get(0);
      ObjectNode seen = Vectors.JSON.createObjectNode();
      seen.put("requestId", event.requestId()).put("status", event.status());
      seen.put("statusAt", event.statusAt()).put("cascadeStageUUID", event.stage());
      seen.put("reason", event.reason() == null ? null : event.reason().wire());
      seen.put("channelType", event.channelType()).put("cascadeId", event.cascadeId());
      seen.put("messageId", event.messageId()).put("subject", event.subject());
      seen.put("subjectId", event.subjectId()).put("comment", event.comment());
      // Numbers of one value may differ in their Java types.
      assertEquals(
          Vectors.JSON.readTree(row.get("event").toString()),
          Vectors.JSON.readTree(seen.toString()));
      assertArrayEquals(row.at("/requests/0/bodyBase64").binaryValue(), event.raw());
    }
  }

  @Test
  void theLogSaysWhyACallbackIsRefused() {
    try (var logged = new Logged()) {
      int answer = new Receiver(List.of(SECRET)).receive(Map.of(), new byte[0], event -> {});
      assertEquals(401, answer);
      assertEquals(
          "WARNING a callback is answered 401: Missing required headers", logged.toString());
    }
  }

  @Test
  void aClaimExpires() {
    var ids = new RecentIds();
    var long_ = Duration.ofSeconds(20);
    assertEquals(Ids.Claim.NEW, ids.claim("a", "one", Duration.ZERO));
    assertEquals(Ids.Claim.NEW, ids.claim("a", "two", long_));
    ids.release("a", "one"); // of another owner by now
    assertEquals(Ids.Claim.BUSY, ids.claim("a", "three", long_));
    ids.commit("a", "one"); // it is handled, though the claim had expired
    ids.release("a", "two");
    assertEquals(Ids.Claim.SEEN, ids.claim("a", "four", long_));
  }

  @Test
  void theLatestIdsAreKept() {
    var ids = new RecentIds(2);
    var long_ = Duration.ofSeconds(20);
    for (String id : List.of("a", "b", "c")) ids.claim(id, "one", long_);
    assertEquals(Ids.Claim.BUSY, ids.claim("c", "two", long_));
    assertEquals(Ids.Claim.BUSY, ids.claim("b", "two", long_));
    assertEquals(Ids.Claim.NEW, ids.claim("a", "two", long_));
  }
}
