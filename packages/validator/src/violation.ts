import { isKnownProblemCode, type KnownProblemCode, problemCodes, problemFacts } from '@cascade/types';
import { explain } from './explain.ts';
import { defined, isObject } from './objects.ts';
import type { CompiledSchema, SchemaViolation } from './validate-function.ts';

/** A violated constraint of the description, with its problem code. */
export interface ConstraintViolation {
  readonly code: KnownProblemCode;
  readonly detail: string;
  readonly pointer: string;
  /** The processing rule of §4.1 that reports it. */
  readonly rule: number;
}

const order: ReadonlyMap<KnownProblemCode, number> = new Map(
  problemCodes().map((code, index) => [code, index]),
);

/** Rule 4 reports problems without a rule of their own, together with the layout of the body (ADR-0032). */
const layoutRule = 4;

/**
 * Errors past the limit are not kept (bounded-errors.ts); without this, a body with enough of them would
 * pass.
 */
const tooManyFaults: ConstraintViolation = {
  code: 'matched-template-not-found',
  detail: 'the body has too many faults to list',
  pointer: '',
  rule: layoutRule,
};

/** All violations of a request body, in the order of the catalogue and of its texts. */
export function findViolations(
  { validate, defaultProblem }: CompiledSchema,
  body: unknown,
): ConstraintViolation[] {
  if (validate(body)) return [];
  const fallback = readName(defaultProblem);
  const errors = validate.errors ?? [];
  const parts = new Set(errors.flatMap(partsOf));
  const found = errors
    .filter(({ parentSchema }) => !parts.has(parentSchema))
    .flatMap((error) => toViolation(error, fallback) ?? []);
  if (found.length === 0) return [tooManyFaults];
  return found.sort((a, b) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0) || a.rank - b.rank);
}

/** The place of a fixed text among those of its code: §7.1 lists the comments in their order (ADR-0046). */
function rankOf({ code, detail }: NamedProblem): number {
  return detail === undefined ? 0 : Object.values(problemFacts(code).examples).indexOf(detail);
}

/** The schemas whose errors this one stands for: the branches of a choice, and what a `contains` counts. */
function partsOf({ keyword, parentSchema: { anyOf, contains } }: SchemaViolation): readonly unknown[] {
  const schemas = keyword === 'anyOf' ? [anyOf].flat() : keyword === 'contains' ? [contains] : [];
  return schemas.flatMap((schema) => [schema, ...Object.values(Object(Object(schema).properties))]);
}

/** Skips the error of a condition: what it demands has errors of its own. */
function toViolation(
  error: SchemaViolation,
  fallback: NamedProblem | undefined,
): (ConstraintViolation & { readonly rank: number }) | undefined {
  const named = error.keyword === 'if' ? undefined : (namedProblem(error) ?? fallback);
  if (named === undefined) return undefined;
  const pointer = pointerOf(error);
  return {
    code: named.code,
    pointer,
    rank: rankOf(named),
    rule: named.rule ?? problemFacts(named.code).rule ?? layoutRule,
    // Only the reported one of up to 10,000 is explained.
    get detail() {
      return named.detail ?? explain(error, pointer);
    },
  };
}

function pointerOf({ instancePath, params }: SchemaViolation): string {
  const member = params.missingProperty;
  return typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
}

/** The problem that a constraint names in `x-problem`: a code, or a code with a fixed detail or its rule. */
interface NamedProblem {
  readonly code: KnownProblemCode;
  readonly detail?: string;
  readonly rule?: number;
}

/** The problem that the schema names for the violated keyword, or for the missing member of `required`. */
function namedProblem({ keyword, params, parentSchema }: SchemaViolation): NamedProblem | undefined {
  const names = parentSchema['x-problem'];
  if (!isObject(names)) return undefined;
  const name = names[keyword];
  const member = params.missingProperty;
  return (
    readName(name) ?? (isObject(name) && typeof member === 'string' ? readName(name[member]) : undefined)
  );
}

/** Reads one value of `x-problem`. */
function readName(name: unknown): NamedProblem | undefined {
  if (typeof name === 'string') return isKnownProblemCode(name) ? { code: name } : undefined;
  if (!isObject(name)) return undefined;
  const { code, detail, rule } = name;
  if (typeof code !== 'string' || !isKnownProblemCode(code)) return undefined;
  return {
    code,
    ...defined({
      detail: typeof detail === 'string' ? detail : undefined,
      rule: typeof rule === 'number' ? rule : undefined,
    }),
  };
}
