import { randomUUID } from 'node:crypto';
import { type ProblemCase, provokingRequest, readContract } from '@cascade/contract';
import { isObject, type Json, type JsonObject } from '../proxy/wire.ts';
import type { Ask } from './witness.ts';

/** A documented code, its title and its status, and a request, the last if there are several, that is answered with it. */
export interface Provocation {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly clause: string;
  readonly ask: Ask;
}

/** All codes of §7.1 that a consumer can provoke: all but the one for faults of the server. */
export const provocations: readonly Provocation[] = readContract()
  .problems.filter(({ provenance, status }) => provenance === 'documented' && status < 500)
  .flatMap(({ code, title, status, clauses: [clause], cases: [first] }) =>
    clause === undefined || first === undefined
      ? []
      : [{ code, title, status, clause, ask: () => askFor(first) }],
  );

/** The request of a case with a new id; twice if it must have been sent before. */
function askFor(one: ProblemCase): ReturnType<Ask> {
  const { body, ...rest } = provokingRequest(one);
  const request = { ...rest, body: withNewId(body as Json) };
  return one.request.sentBefore === true ? [request, request] : request;
}

function withNewId(body: Json): JsonObject {
  return isObject(body) ? { ...body, requestId: randomUUID() } : {};
}
