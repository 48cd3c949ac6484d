import type { Cascade } from '@cascade/types';
import {
  bodyLimitInBytes,
  type CascadeShape,
  judgeScheduling,
  problem,
  type RequestProblem,
} from '@cascade/validator';
import { cascadeShape } from './cascade-shape.ts';

export type { CascadeShape, RequestProblem } from '@cascade/validator';

/** What is known of the account without asking. */
export interface PreflightOptions {
  /** The cascade of the request, as `listCascades` gives it or in short; one with another id is left aside. */
  readonly cascade?: Cascade | CascadeShape;
  /** All cascades of the account: an id that is not among them is `cascade-not-found`. */
  readonly cascades?: readonly (Cascade | CascadeShape)[];
}

const anyRequestId = '00000000-0000-4000-8000-000000000000';

/**
 * The problem that the provider would answer with (§7.1), by the same compiled rules, or nothing. It looks at
 * all that needs no state of the provider: not at used request ids and money, nor at cascades it was not given.
 * A missing requestId is no fault, since `schedule` makes one.
 */
export function preflight(request: unknown, options: PreflightOptions = {}): RequestProblem | undefined {
  const json = JSON.stringify(withAnyRequestId(request));
  if (json === undefined) return judgeScheduling(undefined);
  if (new TextEncoder().encode(json).length > bodyLimitInBytes) return problem('payload-too-large');
  // What is judged is what travels: members that are undefined are gone, dates have become text.
  const body: unknown = JSON.parse(json);
  const findCascade = cascadeFinder(body, options);
  return judgeScheduling(body, findCascade && { findCascade });
}

function cascadeFinder(body: unknown, { cascade, cascades }: PreflightOptions) {
  if (cascades === undefined && (cascade === undefined || idIn(body) !== cascade.id)) return undefined;
  const shapes = [...(cascades ?? []), ...(cascade === undefined ? [] : [cascade])].map(cascadeShape);
  return (id: number) => shapes.find((shape) => shape.id === id);
}

function withAnyRequestId(request: unknown): unknown {
  if (!isObject(request)) return request;
  return { ...request, requestId: request.requestId ?? anyRequestId };
}

function idIn(body: unknown): unknown {
  return isObject(body) ? body.cascadeId : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
