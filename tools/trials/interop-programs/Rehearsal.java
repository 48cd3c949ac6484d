import example.cascade.Receiver;
import example.cascade.StatusEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** {@code Receive}, which tells what it handled, and waits and fails as {@code cascade-verify receiver} asks. */
final class Rehearsal {
  private static final Path HANDLED = Path.of(System.getenv("CASCADE_HANDLED"));
  private static final Map<String, Integer> RUNS = new ConcurrentHashMap<>();
  private static final Receiver.Handler OWN = Receive.handler;

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    Receive.handler = Rehearsal::rehearse;
    Receive.main(arguments);
  }

  /** By the comment: {@code verify waits fails}, a word for each run. */
  private static void rehearse(StatusEvent event) throws Exception {
    String id = Objects.requireNonNullElse(event.requestId(), "");
    int run = RUNS.merge(id, 1, Integer::sum);
    String[] words = Objects.requireNonNullElse(event.comment(), "").split("\\s+");
    String word = words[0].equals("verify") && run < words.length ? words[run] : "";
    if (word.contains("waits")) TimeUnit.SECONDS.sleep(2);
    if (word.contains("fails")) throw new IOException("as the comment says");
    if (word.contains("panics")) throw new StackOverflowError("as the comment says");
    OWN.handle(event);
    Files.writeString(HANDLED, id + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
