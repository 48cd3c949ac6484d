import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads the callbacks of a provider, which are signed as Standard Webhooks says.
 *
 * <p>Callbacks may arrive twice, and in another order: remember the header {@code webhook-id}, and ask for the history if
 * the order matters.
 */
final class Callbacks {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final List<String> secrets;
  private final Clock clock;

  /** Two secrets are current while one is replaced. */
  Callbacks(List<String> secrets, Clock clock) {
    this.secrets = List.copyOf(secrets);
    this.clock = clock;
  }

  /**
   * The status event of a callback. Empty: answer 401, and do nothing else.
   *
   * @param headers by names in lower case
   * @param body the bytes as they were received, for they are signed
   */
  Optional<JsonNode> read(Map<String, String> headers, byte[] body) throws IOException {
    String id = headers.get("webhook-id");
    String timestamp = headers.get("webhook-timestamp");
    String signatures = headers.get("webhook-signature");
    if (id == null || signatures == null || !isRecent(timestamp)) return Optional.empty();
    for (String secret : secrets) {
      byte[] expected = ("v1," + signature(secret, id + "." + timestamp + ".", body)).getBytes();
      for (String given : signatures.split(" ")) // one for each current secret of the provider
        if (MessageDigest.isEqual(expected, given.getBytes())) // takes equally long wherever they differ
          return Optional.of(new ObjectMapper().readTree(body));
    }
    return Optional.empty();
  }

  /** Whoever recorded an old callback cannot send it again. */
  private boolean isRecent(String timestamp) {
    if (timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
    Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
    return Duration.between(sent, clock.instant()).abs().compareTo(TOLERANCE) <= 0;
  }

  private static String signature(String secret, String prefix, byte[] body) {
    try {
      byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(prefix.getBytes());
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) { // every Java has HmacSHA256
      throw new IllegalStateException(impossible);
    }
  }
}
