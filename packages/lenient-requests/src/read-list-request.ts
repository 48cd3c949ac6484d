import { isObject } from '@cascade/validator';
import type { LenientSwitches } from './switches.ts';

/** A request for a list in the described form: `[]` is `{}`, and `limit: 0` is none (ADR-0027). */
export function readListRequest(body: unknown, { listRequests }: LenientSwitches): unknown {
  if (!listRequests) return body;
  if (Array.isArray(body)) return body.length === 0 ? {} : body;
  if (!isObject(body) || body.limit !== 0) return body;
  const { limit: _, ...rest } = body;
  return rest;
}

/** Whether a path is that of a list but for a slash at its end; the account decides whether it counts. */
export function isPathOfLenientList(path: string, listPaths: readonly string[]): boolean {
  return path.endsWith('/') && listPaths.includes(path.slice(0, -1));
}
