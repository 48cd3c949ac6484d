package example.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Kills a receiver 100 times by SIGKILL while it handles events: none is lost, and none is handled twice but what was under
 * way. It is run by its name, in SQLite or in the database of CASCADE_POSTGRES: {@code mvn test -Dtest=Crash}
 */
class Crash {
  private static final int KILLS = 100;
  private static final int AT_ONCE = 4;
  private static final Duration CLAIM = Duration.ofMillis(100);
  private static final int KILLED = 128 + 9;
  private static final String SECRET = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=";
  private static final List<String> POINTS =
      List.of(
          "before the claim",
          "after the claim",
          "in the handler",
          "after the handler",
          "after the commit");

  private static DataSource open(Path folder) throws SQLException {
    String postgres = System.getenv("CASCADE_POSTGRES");
    DataSource database = postgres == null ? sqlite(folder) : postgres(URI.create(postgres));
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(JdbcIds.TABLE);
    }
    return database;
  }

  private static DataSource sqlite(Path folder) {
    var config = new SQLiteConfig();
    config.setBusyTimeout(10_000);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    var database = new SQLiteDataSource(config);
    database.setUrl("jdbc:sqlite:" + folder.resolve("ids.sqlite"));
    return database;
  }

  private static DataSource postgres(URI url) {
    var database = new PGSimpleDataSource();
    database.setServerNames(new String[] {url.getHost()});
    database.setPortNumbers(new int[] {url.getPort() < 0 ? 5432 : url.getPort()});
    database.setDatabaseName(url.getPath().substring(1));
    String[] user = (url.getUserInfo() == null ? "postgres" : url.getUserInfo()).split(":", 2);
    database.setUser(user[0]);
    if (user.length > 1) database.setPassword(user[1]);
    return database;
  }

  /** Ids whose process dies at a point of the event with the id {@code last}. */
  private record Dying(Ids ids, String point, String last) implements Ids {
    void reach(String reached, String id) throws IOException, InterruptedException {
      if (!reached.equals(point) || !id.equals(last)) return;
      new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
      Thread.sleep(Duration.ofMinutes(1).toMillis()); // until the signal arrives
    }

    @Override
    public Claim claim(String id, String owner, Duration expires) throws Exception {
      reach("before the claim", id);
      Claim claim = ids.claim(id, owner, expires);
      reach("after the claim", id);
      return claim;
    }

    @Override
    public void commit(String id, String owner) throws Exception {
      reach("after the handler", id);
      ids.commit(id, owner);
      reach("after the commit", id);
    }

    @Override
    public void release(String id, String owner) throws Exception {
      ids.release(id, owner);
    }
  }

  private static void write(Path file, String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Map<String, List<String>> signed(String id, String body)
      throws Exception, WebhookSigningException {
    long now = System.currentTimeMillis() / 1000;
    return Map.of(
        "webhook-id", List.of(id),
        "webhook-timestamp", List.of("" + now),
        "webhook-signature", List.of(new Webhook(SECRET).sign(id, now, body)));
  }

  private static int receive(Receiver receiver, String id, Receiver.Handler handler)
      throws Exception {
    String body = "{\"requestId\":\"" + id + "\",\"status\":\"SENT\"}";
    return receiver.receive(signed(id, body), body.getBytes(StandardCharsets.UTF_8), handler);
  }

  /** The process that is killed: takes events in turn, a few at once, until the middle one ends it. */
  public static void main(String[] arguments) throws Exception {
    var folder = Path.of(arguments[0]);
    var events = List.of(arguments).subList(2, arguments.length);
    var ids = new Dying(new JdbcIds(open(folder)), arguments[1], events.get(events.size() / 2));
    var options = new Receiver.Options(CLAIM, 65_536);
    var receiver = new Receiver(List.of(SECRET), ids, options);
    Receiver.Handler handler =
        event -> {
          write(folder.resolve("handled"), event.requestId());
          ids.reach("in the handler", event.requestId());
        };
    List<Thread> threads = new ArrayList<>();
    for (int sender = 0; sender < AT_ONCE; sender++) {
      int first = sender;
      threads.add(new Thread(() -> take(folder, receiver, handler, events, first)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) thread.join();
  }

  private static void take(
      Path folder, Receiver receiver, Receiver.Handler handler, List<String> events, int first) {
    try {
      for (int place = first; place < events.size(); place += AT_ONCE) {
        String id = events.get(place);
        if (receive(receiver, id, handler) == 200) write(folder.resolve("answered"), id);
      }
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static int run(Path folder, String point, List<String> events) throws Exception {
    Path libraries = Files.createDirectories(folder.resolve("libraries"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.sqlite.tmpdir=" + libraries,
                "-cp",
                System.getProperty("java.class.path"),
                Crash.class.getName(),
                folder.toString(),
                point));
    command.addAll(events);
    var log = folder.resolve("log").toFile();
    var process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "expected an end");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
      // A process that is killed leaves its copy of SQLite there.
      try (var files = Files.list(libraries)) {
        for (Path file : files.toList()) Files.delete(file);
      }
    }
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private static Set<String> committed(DataSource database) throws SQLException {
    Set<String> found = new HashSet<>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select id from cascade_callbacks where handled = 1")) {
      while (rows.next()) found.add(rows.getString(1));
    }
    return found;
  }

  @Test
  void nothingIsLostAndNothingIsHandledTwiceButWhatWasUnderWay(@TempDir Path folder)
      throws Exception {
    DataSource database = open(folder);
    List<String> events = new ArrayList<>();
    Set<String> underWay = new HashSet<>();
    int killed = 0;
    for (int runs = 0; killed < KILLS; runs++) {
      assertTrue(runs < 10 * KILLS, "expected kills, got " + killed + " of " + runs + " processes");
      // The provider sends what has no answer, the oldest first, and then new events.
      List<String> unanswered = new ArrayList<>(events);
      unanswered.removeAll(lines(folder.resolve("answered")));
      while (unanswered.size() < 2 * AT_ONCE) {
        String id = "event-" + ProcessHandle.current().pid() + "-" + events.size();
        events.add(id);
        unanswered.add(id);
      }
      if (run(folder, POINTS.get(killed % POINTS.size()), unanswered) == KILLED) killed++;
      unanswered.removeAll(committed(database));
      underWay.addAll(unanswered);
      Thread.sleep(CLAIM.toMillis()); // the claims of the dead expire
    }
    var receiver = new Receiver(List.of(SECRET), new JdbcIds(database));
    for (String id : events) {
      Receiver.Handler handler = event -> write(folder.resolve("handled"), event.requestId());
      assertEquals(200, receive(receiver, id, handler));
    }
    report(folder, events, underWay);
  }

  private static void report(Path folder, List<String> events, Set<String> underWay)
      throws IOException {
    Map<String, Integer> times = new HashMap<>();
    for (String id : lines(folder.resolve("handled"))) times.merge(id, 1, Integer::sum);
    assertEquals(new HashSet<>(events), times.keySet(), "lost");
    times.values().removeIf(count -> count == 1);
    Set<String> twice = new HashSet<>(times.keySet());
    twice.removeAll(underWay);
    assertEquals(Set.of(), twice, "handled twice though not under way");
    System.out.printf(
        "%d kills, %d events: 0 lost, %d handled twice, all of them under way at a kill%n",
        KILLS, events.size(), times.size());
  }

  @Test
  void aClaimExpiresIsCommittedAndReleased(@TempDir Path folder) throws Exception {
    DataSource database = open(folder);
    var ids = new JdbcIds(database);
    String id = "law-" + ProcessHandle.current().pid();
    var hour = Duration.ofHours(1);
    assertEquals(Ids.Claim.NEW, ids.claim(id, "one", Duration.ZERO));
    assertEquals(Ids.Claim.NEW, ids.claim(id, "two", hour));
    ids.release(id, "one"); // of another owner by now
    assertEquals(Ids.Claim.BUSY, ids.claim(id, "three", hour));
    ids.release(id, "two");
    assertEquals(Ids.Claim.NEW, ids.claim(id, "four", hour));
    ids.commit(id, "one"); // it is handled, though the claim had expired
    ids.release(id, "four");
    assertEquals(Ids.Claim.SEEN, ids.claim(id, "five", hour));
    ids.prune();
    assertEquals(Ids.Claim.SEEN, ids.claim(id, "six", hour));
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("update cascade_callbacks set until = 0 where id = '" + id + "'");
    }
    ids.prune();
    assertEquals(Ids.Claim.NEW, ids.claim(id, "seven", hour));
  }
}
