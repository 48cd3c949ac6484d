import type { CaseRequest, Neighbour, ProblemCase } from './entries.ts';
import { drop, put, valueAt } from './json.ts';

/** A whole HTTP request of the catalogue: nothing left out, `repeat` carried out. */
export interface CatalogueRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The request that provokes the problem of a case. */
export function requestOfCase({ request }: ProblemCase): CatalogueRequest {
  return carryOutRepeat(complete(request));
}

/** The neighbour: the same request after the one edit, which makes it pass. */
export function neighbourRequest({ request, neighbour }: ProblemCase): CatalogueRequest {
  const edited = structuredClone(complete(request));
  applyEdit(edited, neighbour);
  return carryOutRepeat(edited);
}

function complete(request: CaseRequest): CaseRequest & CatalogueRequest {
  const { method = 'POST', path = '/api/cascade/schedule', headers = {}, ...rest } = request;
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key', ...headers },
    ...rest,
  };
}

function carryOutRepeat({
  method,
  path,
  headers,
  body,
  repeat,
}: CaseRequest & CatalogueRequest): CatalogueRequest {
  const whole = { method, path, headers, body: structuredClone(body) };
  if (repeat !== undefined) put(whole, repeat.at, repeat.text.repeat(repeat.times));
  return whole;
}

/** RFC 6902, in place, for the four operations that the catalogue knows. */
function applyEdit(request: object, { op, path, from, value }: Neighbour): void {
  if (op === 'remove') drop(request, path);
  else if (op === 'move') move(request, from ?? '', path);
  else put(request, path, structuredClone(value));
}

function move(root: object, from: string, to: string): void {
  const moved = valueAt(root, from);
  drop(root, from);
  put(root, to, moved);
}
