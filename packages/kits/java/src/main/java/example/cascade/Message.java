package example.cascade;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;
import java.util.Map;

/**
 * A scheduling request (§2.1).
 *
 * @param requestId a call makes one if it is null
 * @param content smsContent, chatoneContent and chattwoContent, each a map or any class that Jackson writes
 * @param startTime null: now
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Message(
    String requestId,
    int cascadeId,
    SubscriberFilter subscriberFilter,
    Map<String, ?> content,
    @JsonSerialize(using = ToStringSerializer.class) Instant startTime,
    String comment) {

  /** Who gets it. */
  public record SubscriberFilter(String address, String type) {}

  /** A message to a phone number, to be sent now. */
  public static Message toPhone(int cascadeId, String number, Map<String, ?> content) {
    return new Message(null, cascadeId, new SubscriberFilter(number, "PHONE"), content, null, null);
  }

  /** The same message with this id. */
  public Message withRequestId(String id) {
    return new Message(id, cascadeId, subscriberFilter, content, startTime, comment);
  }
}
