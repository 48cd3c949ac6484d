package example.cascade;

import java.io.Serializable;

/** A problem code (§7.1): a {@link ProblemCode}, or one of a later version. A switch over the listed ones is exhaustive. */
public sealed interface Code extends Serializable permits ProblemCode, Code.Unlisted {
  /** The listed spelling. */
  String wire();

  /** What the catalogue says of it; null if it is not listed. */
  Facts facts();

  /** A code that this version of the contract does not list. */
  record Unlisted(String wire) implements Code {
    @Override
    public Facts facts() {
      return null;
    }
  }

  /** The code of a problem's title, in any of its spellings: the contract has two of one (§7.1). */
  static Code of(String title) {
    for (ProblemCode code : ProblemCode.values())
      if (code.facts().names().contains(title)) return code;
    return new Unlisted(title);
  }
}
