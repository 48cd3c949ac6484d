/** A check that Ajv has compiled with `verbose` and `allErrors`. */
export interface CompiledShape {
  (value: unknown): boolean;
  /** Ajv's, every one, if the last value does not match. */
  readonly errors?: readonly object[] | null;
}
