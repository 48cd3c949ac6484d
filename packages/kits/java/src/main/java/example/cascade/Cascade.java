package example.cascade;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.cascade.CascadeException.NotSent;
import example.cascade.CascadeException.Refused;
import example.cascade.CascadeException.UnknownOutcome;
import example.cascade.CascadeException.Unreadable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Schedules messages. However many attempts a call takes, it schedules one message at most (§2.1, §4.1). */
public final class Cascade {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI url;
  private final String key;
  private final Options options;
  private final HttpClient http;

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
  }

  /**
   * How a message was scheduled.
   *
   * @param replayed an earlier attempt of this call was accepted, although its answer was lost
   */
  public record Scheduled(String requestId, boolean replayed, int attempts) {}

  public Cascade(String baseUrl, String apiKey) {
    this(
        baseUrl,
        apiKey,
        Options.DEFAULT,
        HttpClient.newBuilder().connectTimeout(Options.DEFAULT.timeout()).build());
  }

  public Cascade(String baseUrl, String apiKey, Options options, HttpClient http) {
    this.url = URI.create(baseUrl.replaceFirst("/+$", "") + "/api/cascade/schedule");
    this.key = apiKey;
    this.options = options;
    this.http = http;
  }

  /**
   * Schedules a message.
   *
   * @throws CascadeException if it is not scheduled for certain
   */
  public Scheduled schedule(Message message) {
    String id = message.requestId() == null ? UUID.randomUUID().toString() : message.requestId();
    byte[] body = bytesOf(message.withRequestId(id));
    boolean isOpen = false;
    for (int attempt = 1; ; attempt++) {
      Ended ended = attempt(id, body);
      if (ended.failure == null) return new Scheduled(id, false, attempt);
      if (isOpen && options.usedIdMeansAccepted() && isUsed(ended.failure))
        return new Scheduled(id, true, attempt);
      isOpen |= ended.mayBeAccepted;
      long wait = Math.max(backoff(attempt), ended.asked);
      if (attempt < options.attempts()
          && ended.isTransient
          && wait <= LONGEST_WAIT.toMillis()
          && sleep(wait)) continue;
      throw isOpen ? new UnknownOutcome(ended.failure) : ended.failure;
    }
  }

  private static boolean isUsed(CascadeException failure) {
    return failure instanceof Refused refused
        && refused.problem().code() == ProblemCode.REQUEST_ID_IS_NOT_UNIQUE;
  }

  private static long backoff(int attempt) {
    double most = Math.min(LONGEST_WAIT.toMillis(), 250 * Math.pow(2, attempt - 1));
    return (long) (most * ThreadLocalRandom.current().nextDouble(0.5, 1));
  }

  /**
   * How an attempt ended.
   *
   * @param failure null if the message is scheduled
   * @param isTransient another attempt may succeed
   * @param mayBeAccepted a gateway may have lost the answer, and the provider may fail after its commit
   * @param asked the milliseconds that the provider wants us to wait
   */
  private record Ended(
      CascadeException failure, boolean isTransient, boolean mayBeAccepted, long asked) {}

  private Ended attempt(String id, byte[] body) {
    var request =
        HttpRequest.newBuilder(url)
            .header("x-api-key", key)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    var call = http.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return endOf(id, call.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      boolean neverConnected =
          cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
      return new Ended(new NotSent(id, cause), true, !neverConnected, 0);
    } catch (TimeoutException late) {
      call.cancel(true);
      return new Ended(new NotSent(id, late), true, true, 0);
    } catch (InterruptedException interrupted) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      return new Ended(new NotSent(id, interrupted), false, true, 0);
    }
  }

  private static Ended endOf(String id, HttpResponse<byte[]> answer) {
    int status = answer.statusCode();
    if (status / 100 == 2)
      return new Ended(null, false, true, 0); // scheduled, whatever the body has (ADR-0001)
    boolean isFault = status >= 500 || status == 408;
    String asked = answer.headers().firstValue("retry-after").orElse("");
    long wait = asked.matches("\\d{1,9}") ? Long.parseLong(asked) * 1000 : 0;
    Problem problem = problemOf(status, answer.body());
    var failure = problem == null ? new Unreadable(id, status) : new Refused(id, problem);
    return new Ended(failure, isFault || status == 429, isFault, wait);
  }

  private static Problem problemOf(int status, byte[] body) {
    try {
      JsonNode read = JSON.readTree(body);
      return Problem.of(status, read);
    } catch (IOException unreadable) {
      return null;
    }
  }

  private static byte[] bytesOf(Message message) {
    try {
      return JSON.writeValueAsBytes(message);
    } catch (JacksonException unwritable) {
      throw new IllegalArgumentException("content cannot be written as JSON", unwritable);
    }
  }

  /** Whether the thread was not interrupted meanwhile. */
  private static boolean sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
