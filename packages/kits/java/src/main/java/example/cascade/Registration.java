package example.cascade;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;

/**
 * The address of the status callbacks (ADR-0014).
 *
 * @param subjectId null: for all senders
 * @param secret signs the callbacks. If it is null, the provider may make one, and returns it this once (ADR-0057)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Registration(
    @JsonProperty("statusCallbackUrl") String url, Integer subjectId, String secret) {

  /** The address for all senders. */
  public static Registration of(String url) {
    return new Registration(url, null, null);
  }

  /** The same address with this secret. */
  public Registration withSecret(String own) {
    return new Registration(url, subjectId, own);
  }

  /** What the answer does not repeat. */
  Registration or(Registration sent) {
    return new Registration(
        Objects.requireNonNullElse(url, sent.url),
        subjectId == null ? sent.subjectId : subjectId,
        secret == null ? sent.secret : secret);
  }

  @Override
  public String toString() {
    return "Registration[" + url + "]"; // a log has no secret
  }
}
