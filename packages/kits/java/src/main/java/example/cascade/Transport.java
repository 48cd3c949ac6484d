package example.cascade;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** One request and its answer, within a time that covers all of it. */
@FunctionalInterface
interface Transport {
  Answer send(HttpRequest.Builder request, byte[] body, Duration limit);

  /**
   * How an attempt ended.
   *
   * @param status 0 without an answer
   * @param failure why the answer is absent or torn; null if it is whole
   * @param isSent a part of the body may have been sent
   */
  record Answer(int status, HttpHeaders headers, byte[] body, Exception failure, boolean isSent) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    String summary() {
      String said = status == 0 ? "no answer" : "status " + status;
      return failure == null ? said : said + ", " + failure.getClass().getSimpleName();
    }
  }

  static Transport over(HttpClient http) {
    return (request, body, limit) -> new Attempt().run(http, request, body, limit);
  }

  /** An attempt by java.net.http. */
  final class Attempt {
    /** A page of the history has about 4 MiB at most (ADR-0035). */
    private static final int LONGEST_ANSWER = 8 << 20;

    private enum Sent {
      NOT_YET,
      YES,
      NEVER
    }

    private final AtomicReference<Sent> sent = new AtomicReference<>(Sent.NOT_YET);
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private volatile ResponseInfo head;

    private Answer run(HttpClient http, HttpRequest.Builder request, byte[] body, Duration limit) {
      var call = http.sendAsync(request.POST(watched(body)).build(), this::reading);
      try {
        call.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
        return ended(null);
      } catch (ExecutionException failed) {
        return ended(failed.getCause() instanceof Exception cause ? cause : failed);
      } catch (TimeoutException late) {
        call.cancel(true);
        return ended(new HttpTimeoutException("no answer within " + limit.toMillis() + " ms"));
      } catch (InterruptedException interrupted) {
        call.cancel(true);
        Thread.currentThread().interrupt();
        return ended(interrupted);
      }
    }

    /** The client subscribes once it is connected. An attempt that was given up sends nothing any more. */
    BodyPublisher watched(byte[] body) {
      var bytes = BodyPublishers.ofByteArray(body);
      return BodyPublishers.fromPublisher(
          subscriber -> (begins() ? bytes : BodyPublishers.noBody()).subscribe(subscriber),
          body.length);
    }

    private boolean begins() {
      return sent.compareAndExchange(Sent.NOT_YET, Sent.YES) != Sent.NEVER;
    }

    private BodySubscriber<Void> reading(ResponseInfo info) {
      head = info;
      return BodySubscribers.ofByteArrayConsumer(
          chunk -> chunk.filter(bytes -> read.size() < LONGEST_ANSWER).ifPresent(read::writeBytes));
    }

    Answer ended(Exception failure) {
      boolean isSent = head != null || !sent.compareAndSet(Sent.NOT_YET, Sent.NEVER);
      return head == null
          ? new Answer(
              0, HttpHeaders.of(Map.of(), (name, value) -> true), new byte[0], failure, isSent)
          : new Answer(head.statusCode(), head.headers(), read.toByteArray(), failure, isSent);
    }
  }
}
