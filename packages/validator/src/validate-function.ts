/** An error of Ajv, which runs with `verbose`. */
export interface SchemaViolation {
  /** JSON pointer into the request body. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema object that holds the keyword, and with it `x-problem`. */
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** A compiled request schema. If it returns false, `errors` lists every violation. */
export interface ValidateFunction {
  (body: unknown): boolean;
  readonly errors?: readonly SchemaViolation[] | null;
}
