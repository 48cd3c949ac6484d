import { type KnownProblemCode, problemCodes, problemFacts } from '@cascade/types';
import {
  CallbackRegistration,
  defaultProblems,
  ListCascadesRequest,
  MessageHistoryRequest,
  SchedulingRequest,
} from './generated/validators.js';
import { type NamedProblem, namedProblem, readName } from './named-problem.ts';
import { defined } from './objects.ts';
import type { SchemaViolation } from './validate-function.ts';

const compiled = {
  CallbackRegistration,
  ListCascadesRequest,
  MessageHistoryRequest,
  SchedulingRequest,
} as const;

/** The schema of a request body. */
export type RequestSchema = keyof typeof compiled;

/** A violated constraint of the description, with its problem code. */
export interface Violation {
  readonly code: KnownProblemCode;
  readonly detail?: string;
  readonly pointer: string;
  /** The processing rule of §4.1 that reports it. */
  readonly rule: number;
}

const order: ReadonlyMap<KnownProblemCode, number> = new Map(
  problemCodes().map((code, index) => [code, index]),
);

/** Rule 4 reports problems without a rule of their own, together with the layout of the body (ADR-0032). */
const layoutRule = 4;

/** All violations of a request body, in the order of the catalogue. */
export function findViolations(schema: RequestSchema, body: unknown): Violation[] {
  const validate = compiled[schema];
  if (validate(body)) return [];
  const fallback = readName(defaultProblems[schema]);
  const found = (validate.errors ?? []).flatMap((error) => toViolation(error, fallback) ?? []);
  return found.sort((a, b) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0));
}

/** Skips errors without a name, such as those of the branches of `anyOf`: the composite itself names the problem. */
function toViolation(error: SchemaViolation, fallback: NamedProblem | undefined): Violation | undefined {
  const named = namedProblem(error) ?? (error.keyword === 'type' ? fallback : undefined);
  if (named === undefined) return undefined;
  const pointer = pointerOf(error);
  const detail =
    named.detail ?? (named.code === 'matched-template-not-found' ? explain(error, pointer) : undefined);
  return {
    code: named.code,
    pointer,
    rule: named.rule ?? problemFacts(named.code).rule ?? layoutRule,
    ...defined({ detail }),
  };
}

function pointerOf({ instancePath, params }: SchemaViolation): string {
  const member = params.missingProperty;
  return typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
}

/** Pointer and expectation (ADR-0008); never the value, which may be the text of a message. */
function explain({ keyword, message }: SchemaViolation, pointer: string): string {
  if (pointer === '') return 'the body is not a JSON object';
  return `${pointer}: ${keyword === 'required' ? 'is missing' : message}`;
}
