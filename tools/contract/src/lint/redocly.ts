/** The part of Redocly's plugin interface that the rules use; @redocly/cli 2.77 ships no types. */

/** The place of a value: a file and a JSON pointer with a leading `#`. */
export interface Location {
  readonly pointer: string;
  readonly absolutePointer: string;
  readonly source: { readonly absoluteRef: string };
  child(segments: readonly (string | number)[] | string | number): Location;
  /** The same place, with the key underlined instead of the value. */
  key(): object;
}

/**
 * The target of a `$ref`; of any other value, the value itself. Without a location, the target is missing.
 */
export interface ReferenceTarget {
  readonly node: unknown;
  readonly location: Location | undefined;
}

/** Resolves a `$ref` of the file `from`. */
export type Resolve = (node: unknown, from?: string) => ReferenceTarget;

/** What a visitor knows about the node that it was called with. */
export interface RuleContext {
  readonly location: Location;
  /** The node as written: the `$ref`, if it was reached through a reference. */
  readonly rawNode: unknown;
  readonly key: string | number;
  readonly parent: unknown;
  readonly type: { readonly name: string };
  readonly resolve: Resolve;
  report(problem: { readonly message: string; readonly location?: object }): void;
}

/** Called with a node of the description; `resolved` is given to visitors of `ref` only. */
type Visit = (node: unknown, context: RuleContext, resolved: ReferenceTarget) => void;

/** A visitor of one node type; further type names nest: they are visited below this node only. */
export interface Visitor {
  readonly enter?: Visit;
  readonly leave?: Visit;
  readonly [nested: string]: Visit | Visitor | undefined;
}

/** What Redocly calls once for each description that it lints. */
export type Rule = () => Readonly<Record<string, Visitor>>;
