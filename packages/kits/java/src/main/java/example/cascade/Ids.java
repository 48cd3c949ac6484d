package example.cascade;

import java.time.Duration;

/** Remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after. */
public interface Ids {
  /** Longer than a provider repeats an event, which is a day (ADR-0018). */
  Duration KEPT = Duration.ofDays(2);

  /** What is known of an id. */
  enum Claim {
    /** Handle it. */
    NEW,
    /** It is handled. */
    SEEN,
    /** Another claim is handling it. */
    BUSY
  }

  /** Of many claims at once, one is NEW, and the others are BUSY. It expires, since its process may die. */
  Claim claim(String id, String owner, Duration expires) throws Exception;

  /** The event is handled, also if the claim has expired: from now on the id is SEEN. */
  void commit(String id, String owner) throws Exception;

  /** The event is not handled. Does nothing if the claim is that of another owner by now. */
  void release(String id, String owner) throws Exception;
}
