package example.cascade;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Receives callbacks (§3): verified, parsed, and each handled once. It serves all threads. */
public final class Receiver {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Webhook> webhooks;
  private final Ids ids;

  /** Remembers ids of callbacks; yours may be a table with a unique column. */
  public interface Ids {
    /** Whether the id is new. */
    boolean add(String id);

    void discard(String id);
  }

  /** Two secrets are current while one is replaced. The latest 100,000 ids are in memory. */
  public Receiver(List<String> secrets) {
    this(secrets, new RecentIds(100_000));
  }

  public Receiver(List<String> secrets, Ids ids) {
    this.webhooks = secrets.stream().map(Receiver::webhookOf).toList();
    this.ids = ids;
  }

  private static Webhook webhookOf(String secret) {
    try {
      return new Webhook(secret);
    } catch (EmptyWebhookSecretException empty) {
      throw new IllegalArgumentException("a secret is empty", empty);
    }
  }

  /**
   * The event of a callback; empty if it is not from the provider.
   *
   * @param headers as {@code HttpHeaders.map()} has them
   * @param body the bytes as they were received, for they are signed
   */
  public Optional<StatusEvent> read(Map<String, List<String>> headers, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    for (Webhook webhook : webhooks) {
      try {
        webhook.verify(text, headers);
        StatusEvent event = JSON.readValue(text, StatusEvent.class);
        return event.status() == null ? Optional.empty() : Optional.of(event);
      } catch (WebhookVerificationException | IOException invalid) {
        continue;
      }
    }
    return Optional.empty();
  }

  /**
   * Handles a callback that is new; returns the status to answer with. {@code handle} stores the event and returns: the
   * provider waits some seconds, then sends it again (ADR-0018). If it throws, answer 500: the callback comes again.
   */
  public int receive(Map<String, List<String>> headers, byte[] body, Consumer<StatusEvent> handle) {
    Optional<StatusEvent> event = read(headers, body);
    if (event.isEmpty()) return 401;
    String id = idOf(headers);
    if (!ids.add(id)) return 204;
    try {
      handle.accept(event.get());
      return 204;
    } catch (RuntimeException | Error failure) {
      ids.discard(id);
      throw failure;
    }
  }

  private static String idOf(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("webhook-id"))
        .map(header -> header.getValue().get(0))
        .findFirst()
        .orElseThrow();
  }

  /** The latest ids, in memory. */
  private static final class RecentIds implements Ids {
    private final Map<String, Boolean> ids;

    RecentIds(int most) {
      ids =
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > most;
            }
          };
    }

    @Override
    public synchronized boolean add(String id) {
      return ids.putIfAbsent(id, true) == null;
    }

    @Override
    public synchronized void discard(String id) {
      ids.remove(id);
    }
  }
}
