// Generated from spec/ by `npm run generate`. Do not edit.

package example.cascade;

/** The undelivered reasons (§7.4). */
public enum UndeliveredReason implements Reason {
  /** The subscriber is not registered in chattwo. */
  NOT_CHATTWO_USER("not-chattwo-user"),
  /** The message matches none of the allowed templates. Both spellings occur. */
  NO_TEMPLATE_MATCH("no-template-match"),
  /** The message is outside a 24-hour dialogue and matches none of the allowed templates. */
  SESSION_NOT_STARTED("session-not-started"),
  /** The daily limit of chattwo for template messages is reached; chattwo only. */
  DAILY_RATE_LIMIT("daily-rate-limit"),
  /** The message is longer than the allowed limit. */
  TOO_LONG_MESSAGE("too-long-message"),
  /** The dialogue window could not be opened on the side of chattwo. */
  CHAT_WINDOW_CLOSED("chat-window-closed"),
  /** A file of the message could not be uploaded. */
  MEDIA_REQUEST_FAILED("media-request-failed"),
  /** The sender signature is not allowed for the client; every signature must be activated first. */
  ERROR_SUBJECT_UNKNOWN("error-subject-unknown"),
  /** The subscriber's number has a wrong format. */
  ERROR_ADDRESS_FORMAT("error-address-format"),
  /** A duplicate of the message was sent within 5 minutes. */
  DUPLICATED("duplicated"),
  /** The message could not be delivered. Possible causes: the number is not in chattwo; its owner has not accepted the current terms and privacy policy; the app is an old version; authorisation messages to numbers with +91 are not available. */
  MESSAGE_UNDELIVERABLE("message-undeliverable"),
  /** Many earlier messages were blocked or marked as spam. */
  SPAM_RATE_LIMIT_HIT("spam-rate-limit-hit"),
  /** The delivery limit of marketing messages for this subscriber is reached; retry later. */
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
