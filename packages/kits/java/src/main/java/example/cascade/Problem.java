package example.cascade;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The body of a refusal.
 *
 * @param detail null if it is absent
 */
public record Problem(Code code, String title, int status, String detail) implements Serializable {
  private static final Pattern VIOLATION =
      Pattern.compile(
          "\\[\\s*cascadeTemplateId:([\\d,]+)\\s*;(?:\\s*stageUuid:([^;\\]]*?)\\s*;)?"
              + "\\s*(?:contentChannelType|channelType):([^;\\]]*?)\\s*\\]");

  /**
   * A stage without content, or content for a channel without a stage (§7.3).
   *
   * @param stage null if the channel has no stage
   */
  public record Violation(long cascadeId, String channel, String stage) {}

  /** What the detail of the validation error lists, in its order. */
  public List<Violation> violations() {
    return VIOLATION
        .matcher(Objects.requireNonNullElse(detail, ""))
        .results()
        .map(
            one ->
                new Violation(
                    Long.parseLong(one.group(1).replace(",", "")), one.group(3), one.group(2)))
        .toList();
  }

  /** What to do: the fix of the catalogue, else the detail. */
  public String advice() {
    String otherwise =
        Objects.requireNonNullElse(detail, "not listed in this version of the contract");
    return code.facts() == null ? otherwise : code.facts().fix();
  }

  /** Title, detail and advice. */
  String says() {
    boolean isAll = detail == null || detail.equals(advice());
    return title + ": " + (isAll ? "" : detail.replaceFirst("\\.$", "") + ". ") + advice();
  }

  /** Null if the body is no problem. */
  static Problem of(int status, JsonNode body) {
    String title = body.path("title").textValue();
    if (title == null || title.isEmpty()) return null;
    return new Problem(Code.of(title), title, status, body.path("detail").textValue());
  }
}
