package example.cascade;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Receives callbacks (§6): verified, parsed, and each handled once. It serves all threads. The logger {@code
 * example.cascade} has why a callback is refused (WARNING) or its handler failed (ERROR).
 */
public final class Receiver {
  private static final System.Logger LOG = System.getLogger("example.cascade");
  private static final int LONGEST_ID = 255;
  private static final int SHORTEST_KEY = 24;

  private final List<Webhook> webhooks = new ArrayList<>();
  private final Ids ids;
  private final Options options;

  /**
   * What a receiver bears.
   *
   * @param claimFor when the claim of an id expires: your handler takes less
   * @param longestBody of a callback in bytes
   */
  public record Options(Duration claimFor, int longestBody) {
    /** A minute, which is longer than the provider waits for an answer (ADR-0018), and 65,536 bytes. */
    public static final Options DEFAULT = new Options(Duration.ofMinutes(1), 65_536);
  }

  /**
   * Stores an event and returns: the provider waits some seconds, then sends it again (ADR-0018). If it throws, the answer
   * is 500, and the event is handled when it comes again.
   */
  @FunctionalInterface
  public interface Handler {
    void handle(StatusEvent event) throws Exception;
  }

  /** Why a callback is not handled, and with which status it is answered. */
  public static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    private Refusal(int status, String why) {
      super(why);
      this.status = status;
    }

    public int status() {
      return status;
    }
  }

  /** Keeps the ids in memory. */
  public Receiver(List<String> secrets) {
    this(secrets, new RecentIds());
  }

  public Receiver(List<String> secrets, Ids ids) {
    this(secrets, ids, Options.DEFAULT);
  }

  /**
   * A receiver with your own options.
   *
   * @param secrets two are current while one is replaced
   * @throws IllegalArgumentException for secrets that would refuse every callback, or that are easy to guess
   */
  public Receiver(List<String> secrets, Ids ids, Options options) {
    if (secrets.isEmpty())
      throw new IllegalArgumentException(
          "secrets: expected at least one; is its environment variable set?");
    for (String secret : secrets) webhooks.add(webhookOf(secret, webhooks.size()));
    this.ids = ids;
    this.options = options;
  }

  /** The message has the place of the secret, and never the secret. */
  private static Webhook webhookOf(String secret, int place) {
    try {
      byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
      if (key.length >= SHORTEST_KEY) return new Webhook(key);
    } catch (IllegalArgumentException | EmptyWebhookSecretException odd) {
      // The next line says what is expected.
    }
    throw new IllegalArgumentException(
        "secrets[%d]: expected whsec_ and the base64 of at least 24 bytes (ADR-0057)"
            .formatted(place));
  }

  /**
   * The event of a callback.
   *
   * @param headers as {@code HttpHeaders.map()} has them
   * @param body the bytes as they were received, for they are signed
   * @throws Refusal if it is not from the provider, or no event
   */
  public StatusEvent read(Map<String, List<String>> headers, byte[] body) throws Refusal {
    if (body.length > options.longestBody)
      throw new Refusal(413, "the body has more than " + options.longestBody + " bytes");
    verify(headers, body);
    if (idOf(headers).length() > LONGEST_ID)
      throw new Refusal(400, "webhook-id has more than " + LONGEST_ID + " characters");
    try {
      return StatusEvent.of(body);
    } catch (IOException odd) {
      throw new Refusal(400, odd.getMessage());
    }
  }

  private void verify(Map<String, List<String>> headers, byte[] body) throws Refusal {
    String why = "";
    for (Webhook webhook : webhooks) {
      try {
        webhook.verify(new String(body, StandardCharsets.UTF_8), headers);
        return;
      } catch (WebhookVerificationException invalid) {
        why = invalid.getMessage();
      }
    }
    throw new Refusal(401, why);
  }

  private static String idOf(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("webhook-id"))
        .map(header -> header.getValue().get(0))
        .findFirst()
        .orElseThrow();
  }

  /** Handles a callback once; returns the status to answer with. */
  public int receive(
      String method, Map<String, List<String>> headers, byte[] body, Handler handler) {
    // An address is registered only if it answers HEAD with 200 (ADR-0014).
    if (method.equals("GET") || method.equals("HEAD")) return 200;
    return method.equals("POST") ? receive(headers, body, handler) : 405;
  }

  /** Handles a callback once, which came by POST; returns the status to answer with. */
  public int receive(Map<String, List<String>> headers, byte[] body, Handler handler) {
    StatusEvent event;
    try {
      event = read(headers, body);
    } catch (Refusal refusal) {
      String why = refusal.getMessage();
      LOG.log(Level.WARNING, () -> "a callback is answered " + refusal.status + ": " + why);
      return refusal.status;
    }
    return once(idOf(headers), event, handler);
  }

  private int once(String id, StatusEvent event, Handler handler) {
    String owner = UUID.randomUUID().toString();
    try {
      Ids.Claim claim = ids.claim(id, owner, options.claimFor);
      if (claim != Ids.Claim.NEW) return claim == Ids.Claim.SEEN ? 200 : 409;
    } catch (Exception away) {
      return failed(503, id, "its id cannot be claimed", away);
    }
    boolean isHandled = false;
    try {
      handler.handle(event);
      isHandled = true;
      return 200;
    } catch (Exception failure) {
      return failed(500, id, "its handler failed", failure);
    } finally { // also after an Error, which goes on
      end(id, owner, isHandled);
    }
  }

  private void end(String id, String owner, boolean isHandled) {
    try {
      if (isHandled) ids.commit(id, owner); // if it fails, the event is handled all the same
      else ids.release(id, owner); // if it fails, the claim expires
    } catch (Exception away) {
      failed(isHandled ? 200 : 500, id, "its id cannot be kept up to date", away);
    }
  }

  private static int failed(int status, String id, String why, Exception cause) {
    if (cause instanceof InterruptedException) Thread.currentThread().interrupt();
    LOG.log(Level.ERROR, () -> "callback " + id + ", answer " + status + ": " + why, cause);
    return status;
  }
}
