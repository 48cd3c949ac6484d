import { problem, type RequestProblem } from './request-problem.ts';
import type { CompiledSchema } from './validate-function.ts';
import { findViolations } from './violation.ts';

/** The first problem of a request body that only its schema judges, or nothing. */
export function judgeShape(schema: CompiledSchema, body: unknown): RequestProblem | undefined {
  const [first] = findViolations(schema, body);
  return first === undefined ? undefined : problem(first.code, first);
}
