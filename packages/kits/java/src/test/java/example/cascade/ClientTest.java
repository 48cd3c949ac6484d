package example.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.cascade.CascadeException.NoAnswer;
import example.cascade.CascadeException.NotSent;
import example.cascade.CascadeException.Refused;
import example.cascade.CascadeException.UnknownOutcome;
import example.cascade.CascadeException.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What is never sent, where a call goes, how long it takes, and what errors say. */
class ClientTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private final List<Provider> providers = new ArrayList<>();

  @AfterEach
  void closeProviders() throws IOException {
    for (Provider provider : providers) provider.close();
  }

  private Provider serve(int status, String body, String... headers) throws IOException {
    return kept(Provider.answering(status, body, headers));
  }

  private Provider kept(Provider provider) {
    providers.add(provider);
    return provider;
  }

  private static Cascade client(Provider provider) {
    return client(provider, 2, Duration.ofMinutes(1));
  }

  private static Cascade client(Provider provider, int attempts, Duration timeout) {
    var options = new Cascade.Options(attempts, timeout, false);
    return new Cascade(provider.url(), "k", options, CallsTest.HTTP);
  }

  private static <E extends CascadeException> E fails(Class<E> kind, Cascade cascade) {
    return assertThrows(kind, () -> cascade.schedule(CallsTest.MESSAGE));
  }

  @TestFactory
  Stream<DynamicTest> anAddressThatIsNone() {
    return Stream.of(
            "127.0.0.1:1",
            "ftp://a",
            "https://",
            "http://u:secret@a",
            "http://a?b",
            "http://a b",
            "http://a_b")
        .map(url -> DynamicTest.dynamicTest(url, () -> refuses(url, "k", "baseUrl: expected")));
  }

  @TestFactory
  Stream<DynamicTest> aKeyThatNoHeaderCanCarry() {
    return Stream.of("", " ", "k\n", "k\r\nx: y", "kľúč")
        .map(
            key ->
                DynamicTest.dynamicTest(
                    "«" + key + "»", () -> refuses("http://a", key, "apiKey: expected")));
  }

  private static void refuses(String url, String key, String says) {
    var error = assertThrows(IllegalArgumentException.class, () -> new Cascade(url, key));
    assertTrue(error.getMessage().startsWith(says), error.getMessage());
    assertFalse(error.getMessage().contains("secret"));
  }

  @Test
  void optionsThatNoCallCanHave() {
    var second = Duration.ofSeconds(1);
    assertThrows(IllegalArgumentException.class, () -> new Cascade.Options(0, second, false));
    assertThrows(
        IllegalArgumentException.class, () -> new Cascade.Options(1, Duration.ZERO, false));
    var follows = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    assertThrows(
        IllegalArgumentException.class,
        () -> new Cascade("http://a", "k", Cascade.Options.DEFAULT, follows));
  }

  @Test
  void aMessageThatIsNotJson() throws Exception {
    var provider = serve(200, "{}");
    var message = Message.toPhone(2002, "+12025550100", Map.of("smsContent", new Object()));
    var error = assertThrows(NotSent.class, () -> client(provider).schedule(message));
    assertFalse(error.getMessage().contains("may be scheduled"));
    assertEquals(0, provider.requests.size());
  }

  @Test
  void aCallWithoutTime() throws Exception {
    var provider = serve(200, "{}");
    assertThrows(NotSent.class, () -> client(provider).schedule(CallsTest.MESSAGE, Duration.ZERO));
    assertEquals(0, provider.requests.size());
  }

  @Test
  void aThreadThatIsInterruptedBeforeTheCall() throws Exception {
    var provider = serve(200, "{}");
    Thread.currentThread().interrupt();
    var error = fails(NotSent.class, client(provider));
    assertTrue(Thread.interrupted());
    assertInstanceOf(InterruptedException.class, error.getCause());
    assertEquals(0, provider.requests.size());
  }

  @Test
  void aThreadThatIsInterruptedUnderWay() throws Exception {
    var caller = Thread.currentThread();
    var provider =
        kept(
            new Provider(
                (request, connection) -> {
                  caller.interrupt();
                  connection.getInputStream().readAllBytes();
                }));
    var error = fails(UnknownOutcome.class, client(provider));
    assertTrue(Thread.interrupted());
    assertInstanceOf(InterruptedException.class, error.getCause().getCause());
    assertEquals(1, provider.requests.size());
  }

  @Test
  void anAttemptThatWasGivenUpIsNotSentLater() {
    var attempt = new Transport.Attempt();
    var body = attempt.watched(new byte[] {'1'});
    assertFalse(attempt.ended(new IOException("time is over")).isSent());
    assertEquals("", sentOf(body));
    var other = new Transport.Attempt();
    var begun = other.watched(new byte[] {'1'});
    assertEquals("1", sentOf(begun));
    assertTrue(other.ended(new IOException("time is over")).isSent());
    assertEquals("1", sentOf(begun), "as after a proxy has asked who it is");
  }

  private static String sentOf(HttpRequest.BodyPublisher body) {
    var text = HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
    body.subscribe(
        new Flow.Subscriber<ByteBuffer>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            text.onSubscribe(subscription);
          }

          @Override
          public void onNext(ByteBuffer bytes) {
            text.onNext(List.of(bytes));
          }

          @Override
          public void onError(Throwable failure) {
            text.onError(failure);
          }

          @Override
          public void onComplete() {
            text.onComplete();
          }
        });
    return text.getBody().toCompletableFuture().join();
  }

  @TestFactory
  Stream<DynamicTest> noRedirectIsFollowedToAnotherHost() {
    return Stream.of(301, 302, 303, 307, 308)
        .map(status -> DynamicTest.dynamicTest("" + status, () -> isNotFollowed(status)));
  }

  private void isNotFollowed(int status) throws IOException {
    var other = serve(200, "{}");
    String target = other.url() + "/login?token=abc";
    var error = fails(Unreadable.class, client(serve(status, "", "location: " + target)));
    assertEquals(status, error.status());
    assertEquals(target, error.location());
    String said = error.getMessage();
    assertTrue(said.contains("/login and is not followed (status " + status), said);
    assertFalse(said.contains("token"), said);
    assertEquals(0, other.requests.size());
  }

  @TestFactory
  Stream<DynamicTest> anAnswerThatDripsEndsWithItsAttempt() {
    return Stream.of("HTTP/1.1 500 X\r\ncontent-length: 999\r\n\r\n", "HTTP/1.1 500 X\r\nx: ")
        .map(head -> DynamicTest.dynamicTest(head, () -> ends(head)));
  }

  private void ends(String head) throws IOException {
    var provider =
        kept(
            new Provider(
                (request, connection) -> {
                  var out = connection.getOutputStream();
                  out.write(head.getBytes(StandardCharsets.UTF_8));
                  connection.setSoTimeout(20);
                  while (true) {
                    out.write(' ');
                    try {
                      if (connection.getInputStream().read() < 0) return;
                    } catch (SocketTimeoutException on) {
                      continue; // the client has not closed yet
                    }
                  }
                }));
    assertTimeout(
        LONG, () -> fails(UnknownOutcome.class, client(provider, 1, Duration.ofMillis(500))));
  }

  @Test
  void aRefusalWhoseBodyBreaksOffIsARefusal() throws Exception {
    var provider =
        kept(
            new Provider(
                (request, connection) ->
                    connection
                        .getOutputStream()
                        .write(
                            "HTTP/1.1 400 X\r\ncontent-length: 9\r\n\r\n{"
                                .getBytes(StandardCharsets.UTF_8))));
    var error = fails(Unreadable.class, client(provider));
    assertEquals(400, error.status());
    assertInstanceOf(IOException.class, error.getCause());
  }

  private int attemptsAfter(String retryAfter, Duration within) throws IOException {
    var provider = serve(429, "{\"title\":\"too-many-requests\"}", "retry-after: " + retryAfter);
    assertThrows(Refused.class, () -> client(provider).schedule(CallsTest.MESSAGE, within));
    return provider.requests.size();
  }

  private static String inSeconds(int seconds) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(seconds));
  }

  @Test
  void retryAfterIsANumberOrADate() throws Exception {
    assertEquals(1, attemptsAfter("31", null));
    assertEquals(1, attemptsAfter(inSeconds(3600), null));
    assertEquals(1, attemptsAfter("20", Duration.ofSeconds(10)));
    assertEquals(1, attemptsAfter(inSeconds(20), Duration.ofSeconds(10)));
    for (String odd : List.of("soon", "-1", "²", "Sat, 21 Nov 2020 12:00:00 GMT"))
      assertEquals(2, attemptsAfter(odd, null), odd);
    long start = System.nanoTime();
    assertEquals(2, attemptsAfter(inSeconds(3), null));
    assertTrue(System.nanoTime() - start > 1_000_000_000, "expected a wait");
  }

  @Test
  void anErrorSaysCodeDetailStatusAndRequest() throws Exception {
    String body =
        "{\"title\":\"matched-template-not-found\",\"detail\":\"/cascadeId: must be integer\"}";
    var error = fails(Refused.class, client(serve(400, body)));
    String said = error.getMessage();
    assertTrue(said.startsWith("matched-template-not-found: /cascadeId: must be integer. "), said);
    assertTrue(said.endsWith(" (status 400, request " + error.requestId() + ")"), said);
    var unlisted = fails(Refused.class, client(serve(400, "{\"title\":\"a\",\"detail\":\"b\"}")));
    assertTrue(unlisted.getMessage().startsWith("a: b (status 400"), unlisted.getMessage());
  }

  @Test
  void anErrorSurvivesSerialisationWithItsCause() throws Exception {
    var error =
        fails(UnknownOutcome.class, client(serve(500, "{\"title\":\"system-error\"}"), 1, LONG));
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      var copy = assertInstanceOf(UnknownOutcome.class, in.readObject());
      assertEquals(error.getMessage(), copy.getMessage());
      var cause = assertInstanceOf(Refused.class, copy.getCause());
      assertSame(ProblemCode.SYSTEM_ERROR, cause.problem().code());
    }
  }

  @Test
  void theLogHasEachAttemptAndNeitherKeyNorNumber() throws Exception {
    try (var logged = new Logged()) {
      var provider = serve(400, "{\"title\":\"out-of-balance\"}");
      fails(Refused.class, new Cascade(provider.url(), "secret-key"));
      String said = logged.toString();
      assertTrue(
          said.matches("FINE /api/cascade/schedule of [0-9a-f-]{36}, attempt 1: status 400"), said);
    }
  }

  @Test
  void theCascadesAreListed() throws Exception {
    String body =
        "[{\"id\":2002,\"stages\":[{\"uuid\":\"u\",\"subject\":{\"type\":\"SMS\"},\"new\":1}]}]";
    var all = client(serve(200, body)).cascades();
    assertEquals("SMS", all.get(0).stages().get(0).subject().type());
    for (String odd : List.of("<html>", "{\"a\":1}", "null"))
      assertThrows(Unreadable.class, () -> client(serve(200, odd)).cascades(), odd);
    var broken = kept(new Provider((request, connection) -> {}));
    var error = assertThrows(NoAnswer.class, () -> client(broken).cascades());
    assertFalse(error.getMessage().contains("scheduled"), error.getMessage());
  }

  @Test
  void aCallbackIsRegisteredAndAMadeSecretIsReturned() throws Exception {
    var provider = serve(200, "{\"secret\":\"whsec_made\"}");
    var sent = new Registration("https://shop.example/status", 2, null);
    assertEquals(sent.withSecret("whsec_made"), client(provider).setCallback(sent));
    var body = provider.requests.get(0).body();
    assertEquals("https://shop.example/status", body.get("statusCallbackUrl").asText());
    assertEquals(2, body.size());
    var own = sent.withSecret("whsec_own");
    assertEquals(sent, client(serve(204, "")).setCallback(own));
    assertFalse(own.toString().contains("whsec"));
  }

  @Test
  void theHistoryHasTheEntriesOfTheRequestOnly() throws Exception {
    String body =
        "{\"hasNext\":false,\"content\":[{\"messageId\":1,\"requestId\":\"A\",\"deliveryStatus\":\"SENT\"},"
            + "{\"messageId\":2,\"requestId\":\"b\"}]}";
    var entries = client(serve(200, body)).history("a");
    assertEquals(1, entries.size());
    assertEquals("SENT", entries.get(0).status());
    assertEquals(List.of(), client(serve(200, "{}")).history("a"));
    var provider = serve(404, "{\"title\":\"not-found\"}");
    var error = assertThrows(Refused.class, () -> client(provider).history("a"));
    assertTrue(Objects.isNull(error.requestId()));
    assertTrue(error.getMessage().endsWith("(status 404)"), error.getMessage());
  }
}
