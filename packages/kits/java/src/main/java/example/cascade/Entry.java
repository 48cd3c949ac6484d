package example.cascade;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;

/** What became of a message at a stage (ADR-0035). What the provider omits is null. */
public record Entry(
    Long messageId,
    String requestId,
    @JsonProperty("deliveryStatus") String status,
    String statusAt,
    String error,
    String direction,
    String channelType,
    Integer subjectId,
    Long cascadeId,
    String address,
    String comment,
    JsonNode content) {

  record Page(List<Entry> content) {
    Page {
      content = Objects.requireNonNullElse(content, List.of());
    }
  }
}
