package example.cascade;

import java.util.List;

/** A cascade of the account (§4.2, ADR-0013). */
public record Template(long id, String name, String status, int stagesCount, List<Stage> stages) {

  /**
   * A stage of a cascade.
   *
   * @param stages the one that follows it
   */
  public record Stage(
      String uuid, int order, Decision decision, Subject subject, List<Stage> stages) {}

  /** When the next stage starts. */
  public record Decision(String type, String ttl) {}

  /** The sender of a stage. */
  public record Subject(int id, String name, String subject, String type) {}
}
