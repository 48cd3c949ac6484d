import { isKnownProblemCode, type KnownProblemCode, problemCodes, problemFacts } from '@cascade/types';
import {
  CallbackRegistration,
  defaultProblems,
  ListCascadesRequest,
  SchedulingRequest,
} from './generated/validators.js';
import type { SchemaViolation } from './validate-function.ts';

const compiled = { CallbackRegistration, ListCascadesRequest, SchedulingRequest } as const;

/** The schema of a request body. */
export type RequestSchema = keyof typeof compiled;

/** A violated constraint of the description and what it is called. */
export interface Violation {
  readonly code: KnownProblemCode;
  readonly detail?: string;
  readonly pointer: string;
  /** Processing rule of §4.1 at which it comes to light. */
  readonly rule: number;
}

/** What a constraint names in `x-problem`: a code, or a code with its comment or the rule it belongs to. */
interface NamedProblem {
  readonly code: KnownProblemCode;
  readonly detail?: string;
  readonly rule?: number;
}

const order: ReadonlyMap<KnownProblemCode, number> = new Map(
  problemCodes().map((code, index) => [code, index]),
);

/** Where what belongs to no rule is settled: in rule 4, with the layout of the body (ADR-0032). */
const layoutRule = 4;

/** All violations of a request body, in the order of the catalogue. */
export function findViolations(schema: RequestSchema, body: unknown): Violation[] {
  const validate = compiled[schema];
  if (validate(body)) return [];
  const fallback = readName(defaultProblems[schema]);
  const found = (validate.errors ?? []).flatMap((error) => toViolation(error, fallback) ?? []);
  return found.sort((a, b) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0));
}

/** A branch of a composite names nothing: the composite does. So an error without a name is passed over. */
function toViolation(error: SchemaViolation, fallback: NamedProblem | undefined): Violation | undefined {
  const named = namedProblem(error) ?? (error.keyword === 'type' ? fallback : undefined);
  if (named === undefined) return undefined;
  const pointer = placeOf(error);
  const detail =
    named.detail ?? (named.code === 'matched-template-not-found' ? explain(error, pointer) : undefined);
  return {
    code: named.code,
    pointer,
    rule: named.rule ?? problemFacts(named.code).rule ?? layoutRule,
    ...(detail === undefined ? {} : { detail }),
  };
}

function namedProblem({ keyword, params, parentSchema }: SchemaViolation): NamedProblem | undefined {
  const names = parentSchema['x-problem'];
  if (!isObject(names)) return undefined;
  const name = names[keyword];
  const member = params.missingProperty;
  return (
    readName(name) ?? (isObject(name) && typeof member === 'string' ? readName(name[member]) : undefined)
  );
}

function readName(name: unknown): NamedProblem | undefined {
  if (typeof name === 'string') return isKnownProblemCode(name) ? { code: name } : undefined;
  if (!isObject(name)) return undefined;
  const { code, detail, rule } = name;
  if (typeof code !== 'string' || !isKnownProblemCode(code)) return undefined;
  return {
    code,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof rule === 'number' ? { rule } : {}),
  };
}

function placeOf({ instancePath, params }: SchemaViolation): string {
  const member = params.missingProperty;
  return typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
}

/** ADR-0008: the pointer and what was expected there, never the value, which may be the message itself. */
function explain({ keyword, message }: SchemaViolation, pointer: string): string {
  if (pointer === '') return 'the body is not a JSON object';
  return `${pointer}: ${keyword === 'required' ? 'is missing' : message}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
