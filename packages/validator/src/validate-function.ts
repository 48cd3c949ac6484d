/** An error of Ajv, which runs with `verbose` and without messages. */
export interface SchemaViolation {
  /** JSON pointer into the request body. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema object that holds the keyword, and with it `x-problem`. */
  readonly parentSchema: Readonly<Record<string, unknown>>;
  /** The value that violates it. */
  readonly data: unknown;
}

/** A compiled request schema. If it returns false, `errors` lists every violation. */
export interface ValidateFunction {
  (body: unknown): boolean;
  readonly errors?: readonly SchemaViolation[] | null;
}

/** A generated module: one request schema, and the code of constraints without a code of their own. */
export interface CompiledSchema {
  readonly validate: ValidateFunction;
  readonly defaultProblem: string;
}
