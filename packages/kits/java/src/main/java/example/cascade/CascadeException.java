package example.cascade;

import java.util.StringJoiner;

/**
 * A call that did not succeed for certain: whatever a call throws is one of its five kinds, over which a switch is
 * exhaustive.
 */
public abstract sealed class CascadeException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String fact;
  private final String requestId;
  private final int status;

  private CascadeException(String fact, String requestId, int status, Throwable cause) {
    super(fact + about(requestId, status), cause);
    this.fact = fact;
    this.requestId = requestId;
    this.status = status;
  }

  private static String about(String requestId, int status) {
    var said = new StringJoiner(", ", " (", ")").setEmptyValue("");
    if (status != 0) said.add("status " + status);
    if (requestId != null) said.add("request " + requestId);
    return said.toString();
  }

  /**
   * The id of the message: ask the history for it, or send the same message with it again. Null if the call was not about
   * one message.
   */
  public final String requestId() {
    return requestId;
  }

  /** The HTTP status of the last answer; 0 if there is none. */
  public final int status() {
    return status;
  }

  /** A refusal (RFC 9457): the message is not scheduled. */
  public static final class Refused extends CascadeException {
    private static final long serialVersionUID = 1;
    private final Problem problem;

    Refused(String requestId, Problem problem) {
      super(problem.says(), requestId, problem.status(), null);
      this.problem = problem;
    }

    /** Its code, cause, fix and violations. */
    public Problem problem() {
      return problem;
    }
  }

  /** An answer that is not of the API, such as a proxy's page or a redirect, which is not followed. */
  public static final class Unreadable extends CascadeException {
    private static final long serialVersionUID = 1;
    private final String location;
    private final String text;

    Unreadable(String requestId, int status, String location, String text, Throwable cause) {
      super("an answer without a body of the API" + where(location), requestId, status, cause);
      this.location = location;
      this.text = text;
    }

    /** Without what follows the path, which may be a token. */
    private static String where(String location) {
      if (location == null) return "";
      return ", which points to " + location.replaceFirst("[?#].*", "") + " and is not followed";
    }

    /** Where a redirect pointed; else null. */
    public String location() {
      return location;
    }

    /** The first 4,096 characters of its body. */
    public String text() {
      return text;
    }
  }

  /** Nothing reached the provider: no attempt got a connection, or the message cannot be written. */
  public static final class NotSent extends CascadeException {
    private static final long serialVersionUID = 1;

    NotSent(String requestId, Throwable cause) {
      super("not sent: " + cause, requestId, 0, cause);
    }
  }

  /** A request that schedules nothing was sent, and has no answer. */
  public static final class NoAnswer extends CascadeException {
    private static final long serialVersionUID = 1;

    NoAnswer(String requestId, Throwable cause) {
      super("no answer: " + cause, requestId, 0, cause);
    }
  }

  /** The message may be scheduled or not. The history tells, or the callbacks; its cause is the last failure. */
  public static final class UnknownOutcome extends CascadeException {
    private static final long serialVersionUID = 1;

    UnknownOutcome(CascadeException last) {
      super(last.fact + "; it may be scheduled", last.requestId, last.status, last);
    }
  }
}
