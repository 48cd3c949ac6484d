/** One violation of the description as Ajv reports it (with `verbose`). */
export interface SchemaViolation {
  /** JSON pointer into the request body. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema object that holds the keyword, and with it `x-problem`. */
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** A compiled request schema. After `false` all violations stand in `errors`. */
export interface ValidateFunction {
  (body: unknown): boolean;
  readonly errors?: readonly SchemaViolation[] | null;
}
