package example.cascade;

/** A call that did not schedule its message for certain. A switch over its four kinds is exhaustive. */
public abstract sealed class CascadeException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String requestId;

  private CascadeException(String requestId, String message, Throwable cause) {
    super(message, cause);
    this.requestId = requestId;
  }

  /** Ask the history for it, or send the same message with it again. */
  public final String requestId() {
    return requestId;
  }

  /** A refusal (RFC 9457): the message is not scheduled. */
  public static final class Refused extends CascadeException {
    private static final long serialVersionUID = 1;
    private final Problem problem;

    Refused(String requestId, Problem problem) {
      super(requestId, problem.title() + ": " + problem.advice(), null);
      this.problem = problem;
    }

    /** Its code, cause, fix and violations. */
    public Problem problem() {
      return problem;
    }
  }

  /** A refusal without a problem body, such as a proxy's page. */
  public static final class Unreadable extends CascadeException {
    private static final long serialVersionUID = 1;
    private final int status;

    Unreadable(String requestId, int status) {
      super(requestId, "status " + status + " without a problem body", null);
      this.status = status;
    }

    /** The HTTP status. */
    public int status() {
      return status;
    }
  }

  /** The provider was not reached. */
  public static final class NotSent extends CascadeException {
    private static final long serialVersionUID = 1;

    NotSent(String requestId, Throwable cause) {
      super(requestId, "no answer: " + cause, cause);
    }
  }

  /** The message may be scheduled or not. The history tells, or the callbacks; its cause is the last failure. */
  public static final class UnknownOutcome extends CascadeException {
    private static final long serialVersionUID = 1;

    UnknownOutcome(CascadeException last) {
      super(last.requestId(), last.getMessage() + "; it may be scheduled", last);
    }
  }
}
