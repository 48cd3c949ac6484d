package example.cascade;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The latest ids, in the memory of one process. */
public final class RecentIds implements Ids {
  private final Map<String, Held> ids = new LinkedHashMap<>();
  private final int most;

  /** A claim, or without an owner an event that is handled. */
  private record Held(String owner, long until) {}

  /** As many ids as two days of a busy account have. */
  public RecentIds() {
    this(50_000);
  }

  public RecentIds(int most) {
    this.most = most;
  }

  @Override
  public synchronized Claim claim(String id, String owner, Duration expires) {
    Held known = ids.get(id);
    if (known != null && known.until > System.nanoTime())
      return known.owner == null ? Claim.SEEN : Claim.BUSY;
    put(id, owner, expires);
    return Claim.NEW;
  }

  @Override
  public synchronized void commit(String id, String owner) {
    put(id, null, KEPT);
  }

  @Override
  public synchronized void release(String id, String owner) {
    Held known = ids.get(id);
    if (known != null && owner.equals(known.owner)) ids.remove(id);
  }

  private void put(String id, String owner, Duration time) {
    ids.remove(id); // so that it is the latest
    ids.put(id, new Held(owner, System.nanoTime() + time.toNanos()));
    if (ids.size() > most) ids.remove(ids.keySet().iterator().next());
  }
}
