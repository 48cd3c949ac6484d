package example.cascade;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.cascade.CascadeException.NoAnswer;
import example.cascade.CascadeException.NotSent;
import example.cascade.CascadeException.Refused;
import example.cascade.CascadeException.UnknownOutcome;
import example.cascade.CascadeException.Unreadable;
import example.cascade.Transport.Answer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Calls the service. However many attempts {@code schedule} takes, it schedules one message at most (§2.1, §4.1). One
 * client serves all threads; to interrupt a thread cancels its call. The logger {@code example.cascade} has each attempt
 * (DEBUG).
 */
public final class Cascade {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final int MOST_TEXT = 4096;
  private static final System.Logger LOG = System.getLogger("example.cascade");
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final String url;
  private final String key;
  private final Options options;
  private final Transport transport;

  /**
   * How calls are made.
   *
   * @param attempts of a call, the first included
   * @param timeout of an attempt
   * @param usedIdMeansAccepted this provider keeps the ids of accepted requests only (ADR-0007)
   */
  public record Options(int attempts, Duration timeout, boolean usedIdMeansAccepted) {
    /** Three attempts of ten seconds each, of a provider that may keep every id. */
    public static final Options DEFAULT = new Options(3, Duration.ofSeconds(10), false);

    public Options {
      check(attempts > 0, "attempts: expected a number above 0");
      check(timeout.compareTo(Duration.ZERO) > 0, "timeout: expected more than 0");
    }
  }

  /**
   * How a message was scheduled.
   *
   * @param replayed an earlier attempt of this call was accepted, although its answer was lost
   */
  public record Scheduled(String requestId, boolean replayed, int attempts) {}

  public Cascade(String baseUrl, String apiKey) {
    this(baseUrl, apiKey, Options.DEFAULT, HttpClient.newHttpClient());
  }

  /**
   * A client with your own options.
   *
   * @param http follows no redirect: it would hand the key to another host, and post a second time
   * @throws IllegalArgumentException if an argument is wrong
   */
  public Cascade(String baseUrl, String apiKey, Options options, HttpClient http) {
    this(baseUrl, apiKey, options, Transport.over(http));
    check(
        http.followRedirects() == HttpClient.Redirect.NEVER,
        "http: expected a client that follows no redirect");
  }

  Cascade(String baseUrl, String apiKey, Options options, Transport transport) {
    check(
        baseUrl.matches("https?://[^/?#@\\s]+(/[^?#\\s]*)?"),
        "baseUrl: expected http(s)://host/path without credentials, query or fragment");
    check(
        apiKey.matches("[!-~]([ -~]*[!-~])?"),
        "apiKey: expected the key of the account, visible ASCII without a line end");
    check(
        URI.create(baseUrl).getHost() != null, "baseUrl: expected a host name without underscores");
    this.url = baseUrl.replaceFirst("/+$", "");
    this.key = apiKey;
    this.options = options;
    this.transport = transport;
  }

  private static void check(boolean isRight, String expected) {
    if (!isRight) throw new IllegalArgumentException(expected);
  }

  /**
   * Schedules a message.
   *
   * @param within the time of the whole call, all attempts and waits included; null: without a limit
   * @throws CascadeException if it is not scheduled for certain
   */
  public Scheduled schedule(Message message, Duration within) {
    boolean isNew = message.requestId() == null;
    String id = isNew ? UUID.randomUUID().toString() : message.requestId();
    Message sent = message.withRequestId(id);
    Ended end = call("/api/cascade/schedule", id, sent, answer -> accepts(answer, id), within);
    if (end.failure == null) return new Scheduled(id, false, end.attempts);
    boolean isUsed =
        end.failure instanceof Refused refused
            && refused.problem().code() == ProblemCode.REQUEST_ID_IS_NOT_UNIQUE;
    if (isUsed && end.isOpen && options.usedIdMeansAccepted())
      return new Scheduled(id, true, end.attempts);
    // An earlier call may have scheduled an id of the caller.
    throw end.isOpen || isUsed && !isNew ? new UnknownOutcome(end.failure) : end.failure;
  }

  /** Schedules a message, in the time that the attempts take. */
  public Scheduled schedule(Message message) {
    return schedule(message, null);
  }

  /** The cascades of the account (§4.2, ADR-0013). */
  public List<Template> cascades() {
    return ask("/api/cascade/get-all", Map.of(), new TypeReference<List<Template>>() {}, List.of());
  }

  /** Registers the address of the status callbacks (ADR-0014); the answer has a secret if the provider made one. */
  public Registration setCallback(Registration registration) {
    var silent = registration.withSecret(null);
    var type = new TypeReference<Registration>() {};
    return ask("/api/callback/set", registration, type, silent).or(silent);
  }

  /**
   * What became of a request (ADR-0035), the latest stage first. An empty list proves nothing while an attempt may be
   * under way.
   */
  public List<Entry> history(String requestId) {
    var filter = Map.of("requestId", requestId);
    var type = new TypeReference<Entry.Page>() {};
    var page = ask("/api/messages/history", filter, type, new Entry.Page(List.of()));
    // A provider that does not know the filter returns the messages of other requests.
    return page.content().stream()
        .filter(entry -> requestId.equalsIgnoreCase(entry.requestId()))
        .toList();
  }

  /** Calls an operation that may be repeated freely; an empty body is read as {@code empty}. */
  private <T> T ask(String path, Object body, TypeReference<T> type, T empty) {
    Ended end = call(path, null, body, answer -> true, null);
    if (end.failure != null) throw end.failure;
    if (end.answer.text().isBlank()) return empty;
    try {
      T read = JSON.readValue(end.answer.body(), type);
      if (read != null) return read;
      throw new IOException("the body is null");
    } catch (IOException odd) {
      throw unreadable(null, end.answer, odd);
    }
  }

  /**
   * How a call ended.
   *
   * @param failure of the last attempt; null if it succeeded
   * @param isOpen an attempt may have been accepted although its answer does not say so
   */
  private record Ended(Answer answer, CascadeException failure, int attempts, boolean isOpen) {}

  private Ended call(
      String path, String id, Object content, Predicate<Answer> accepts, Duration within) {
    byte[] body = bytesOf(id, content);
    long end = System.nanoTime() + nanosOf(id, within);
    boolean isOpen = false;
    for (int attempt = 1; ; attempt++) {
      var left = Duration.ofNanos(end - System.nanoTime());
      Answer answer = transport.send(requestTo(path), body, min(left, options.timeout()));
      log(path + " of " + id + ", attempt " + attempt + ": " + answer.summary());
      if (isSuccess(answer) && accepts.test(answer))
        return new Ended(answer, null, attempt, isOpen);
      isOpen |= mayBeAccepted(answer);
      Duration wait = waitAfter(answer, attempt);
      var most = min(LONGEST_WAIT, Duration.ofNanos(end - System.nanoTime()));
      boolean mayGoOn = attempt < options.attempts() && isTransient(answer);
      if (!mayGoOn || wait.compareTo(most) > 0 || !sleep(wait))
        return new Ended(answer, failureOf(id, answer), attempt, isOpen);
    }
  }

  private static byte[] bytesOf(String id, Object content) {
    try {
      if (Thread.currentThread().isInterrupted()) throw new InterruptedException("before the call");
      return JSON.writeValueAsBytes(content);
    } catch (JacksonException | InterruptedException cause) {
      throw new NotSent(id, cause);
    }
  }

  private static long nanosOf(String id, Duration within) {
    if (within == null) return Long.MAX_VALUE / 2;
    long nanos = TimeUnit.NANOSECONDS.convert(within);
    if (nanos > 0) return Math.min(nanos, Long.MAX_VALUE / 2);
    throw new NotSent(id, new IllegalArgumentException("within: expected more than 0"));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Whether the thread was not interrupted meanwhile. */
  private static boolean sleep(Duration wait) {
    try {
      TimeUnit.NANOSECONDS.sleep(wait.toNanos());
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private HttpRequest.Builder requestTo(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("x-api-key", key)
        .header("content-type", "application/json")
        .header("accept-encoding", "identity");
  }

  private static void log(String attempt) {
    LOG.log(Level.DEBUG, () -> attempt);
  }

  private static boolean isSuccess(Answer answer) {
    return answer.status() / 100 == 2 && answer.failure() == null;
  }

  /** Whether nothing in the body of a success contradicts it (ADR-0001), as a page, a problem or another echo does. */
  private static boolean accepts(Answer answer, String id) {
    if (answer.text().isBlank()) return true;
    JsonNode body = read(answer);
    if (body == null || !body.isObject()) return false;
    JsonNode echo = body.path("requestId");
    boolean isProblem = body.path("title").isTextual();
    if (isProblem && (echo.isMissingNode() || echo.isNull() || body.path("status").asInt() > 399))
      return false;
    return echo.isMissingNode() || echo.isNull() || echo.asText().equalsIgnoreCase(id);
  }

  private static boolean isFault(int status) {
    return status >= 500 || status == 408;
  }

  /** A gateway may have lost or replaced the answer, and the provider may fail after its commit. */
  private static boolean mayBeAccepted(Answer answer) {
    if (answer.status() == 0) return answer.isSent();
    return answer.status() / 100 == 2 || isFault(answer.status());
  }

  /** Whether another attempt may succeed. */
  private static boolean isTransient(Answer answer) {
    int status = answer.status();
    return status == 0 || status / 100 == 2 || status == 429 || isFault(status);
  }

  private static CascadeException failureOf(String id, Answer answer) {
    if (answer.status() == 0)
      return answer.isSent()
          ? new NoAnswer(id, answer.failure())
          : new NotSent(id, answer.failure());
    JsonNode body = answer.status() / 100 == 2 ? null : read(answer);
    Problem problem = body == null ? null : Problem.of(answer.status(), body);
    return problem == null ? unreadable(id, answer, answer.failure()) : new Refused(id, problem);
  }

  private static Unreadable unreadable(String id, Answer answer, Throwable cause) {
    String text = answer.text();
    String location = answer.headers().firstValue("location").orElse(null);
    return new Unreadable(
        id,
        answer.status(),
        location,
        text.substring(0, Math.min(text.length(), MOST_TEXT)),
        cause);
  }

  /** Null if it is not JSON. */
  private static JsonNode read(Answer answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException unreadable) {
      return null;
    }
  }

  private static Duration waitAfter(Answer answer, int attempt) {
    double most = Math.min(LONGEST_WAIT.toMillis(), 250 * Math.pow(2, attempt - 1));
    var backoff = Duration.ofMillis((long) (most * ThreadLocalRandom.current().nextDouble(0.5, 1)));
    Duration asked = asked(answer.headers().firstValue("retry-after").orElse(""));
    return asked.compareTo(backoff) > 0 ? asked : backoff;
  }

  /** How long Retry-After wants us to wait: a number of seconds or a date (RFC 9110 §10.2.3). */
  private static Duration asked(String retryAfter) {
    if (retryAfter.matches("[0-9]{1,9}")) return Duration.ofSeconds(Long.parseLong(retryAfter));
    try {
      var date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter, Instant::from);
      return Duration.between(Instant.now(), date);
    } catch (DateTimeException odd) {
      return Duration.ZERO;
    }
  }
}
