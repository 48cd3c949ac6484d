import { isObject } from '@cascade/validator';
import type { LenientSwitches } from './reading.ts';

/** A request for a list in the described form: `[]` is `{}`, and `limit: 0` is none (ADR-0027). */
export function readListRequest(body: unknown, { listRequests }: LenientSwitches): unknown {
  if (!listRequests) return body;
  if (Array.isArray(body)) return body.length === 0 ? {} : body;
  if (!isObject(body) || body.limit !== 0) return body;
  const { limit: _, ...rest } = body;
  return rest;
}

const listPaths: ReadonlySet<string> = new Set(['/api/cascade/get-all', '/api/messages/history']);

/**
 * The path of a list for that path with a slash at its end, and nothing for any other; the account decides
 * whether it counts.
 */
export function pathOfLenientList(path: string): string | undefined {
  const described = path.endsWith('/') ? path.slice(0, -1) : '';
  return listPaths.has(described) ? described : undefined;
}
