// Generated from spec/ by `npm run generate`. Do not edit.

package example.cascade;

/** The undelivered reasons (§7.4). */
public enum UndeliveredReason implements Reason {
  /** The subscriber is not registered in chattwo. */
  NOT_CHATTWO_USER("not-chattwo-user"),
  /** The message matches none of the allowed templates. */
  NO_TEMPLATE_MATCH("no-template-match"),
  /** No 24-hour dialogue is open, and the message matches none of the allowed templates. */
  SESSION_NOT_STARTED("session-not-started"),
  /** The daily limit of template messages is reached. */
  DAILY_RATE_LIMIT("daily-rate-limit"),
  /** The message is longer than the channel allows. */
  TOO_LONG_MESSAGE("too-long-message"),
  /** chattwo could not open the dialogue window. */
  CHAT_WINDOW_CLOSED("chat-window-closed"),
  /** A file of the message could not be uploaded. */
  MEDIA_REQUEST_FAILED("media-request-failed"),
  /** The sender signature is not allowed for the account. */
  ERROR_SUBJECT_UNKNOWN("error-subject-unknown"),
  /** The subscriber's number has a wrong format. */
  ERROR_ADDRESS_FORMAT("error-address-format"),
  /** The same message was sent less than 5 minutes earlier. */
  DUPLICATED("duplicated"),
  /** The message could not be delivered. On chattwo, for example, the number is not in chattwo, its owner has not accepted the current terms or uses an old app, or it is an authorisation message to a number with +91. By SMS also: the subscriber has asked for no more messages. */
  MESSAGE_UNDELIVERABLE("message-undeliverable"),
  /** Many earlier messages were blocked or marked as spam. */
  SPAM_RATE_LIMIT_HIT("spam-rate-limit-hit"),
  /** The limit of marketing messages for this subscriber is reached. */
  MARKETING_TEMPLATE_UNDELIVERABLE("marketing-template-undeliverable");

  private final transient Facts facts;

  UndeliveredReason(String wire) {
    facts = Facts.ofReason(wire);
  }

  @Override
  public String wire() {
    return facts.name();
  }

  @Override
  public Facts facts() {
    return facts;
  }
}
