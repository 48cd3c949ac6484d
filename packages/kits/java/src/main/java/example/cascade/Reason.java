package example.cascade;

/** Why a message was not delivered (§7.4): an {@link UndeliveredReason}, or one of a later version. */
public sealed interface Reason permits UndeliveredReason, Reason.Unlisted {
  /** The listed spelling. */
  String wire();

  /** What the catalogue says of it; null if it is not listed. */
  Facts facts();

  /** A reason that this version of the contract does not list. */
  record Unlisted(String wire) implements Reason {
    @Override
    public Facts facts() {
      return null;
    }
  }

  /** The reason of a callback's {@code error}, in any of its spellings. */
  static Reason of(String error) {
    for (UndeliveredReason reason : UndeliveredReason.values())
      if (reason.facts().names().contains(error)) return reason;
    return new Unlisted(error);
  }
}
