import * as listCascadesRequest from './generated/list-cascades-request.js';
import { judgeShape } from './judge-shape.ts';
import type { RequestProblem } from './request-problem.ts';

/** The problem of a request to list cascades (ADR-0013), or nothing. */
export function judgeCascadeList(body: unknown): RequestProblem | undefined {
  return judgeShape(listCascadesRequest, body);
}
