package example.cascade;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the kit logs until it is closed. */
final class Logged extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("example.cascade");
  private final List<String> lines = new CopyOnWriteArrayList<>();

  Logged() {
    logger.setLevel(Level.ALL);
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getLevel() + " " + line.getMessage());
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }
}
