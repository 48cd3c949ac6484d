import type { CaseRequest, Neighbour, ProblemCase } from './entries.ts';
import { parsePointer, toPointer, valueAt } from './json.ts';

/** A whole HTTP request of the catalogue: nothing left out, `repeat` carried out. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Container = Record<string, unknown> | unknown[];

/** The request that provokes the problem of a case. */
export function provokingRequest({ request }: ProblemCase): HttpRequest {
  return carryOutRepeat(complete(request));
}

/** The neighbour: the same request after the one edit, which makes it pass. */
export function neighbourRequest({ request, neighbour }: ProblemCase): HttpRequest {
  const edited = structuredClone(complete(request));
  applyEdit(edited, neighbour);
  return carryOutRepeat(edited);
}

function complete(request: CaseRequest): CaseRequest & HttpRequest {
  const { method = 'POST', path = '/api/cascade/schedule', headers = {}, ...rest } = request;
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key', ...headers },
    ...rest,
  };
}

function carryOutRepeat({ method, path, headers, body, repeat }: CaseRequest & HttpRequest): HttpRequest {
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

function put(root: object, pointer: string, value: unknown): void {
  const { container, key } = locate(root, pointer);
  if (Array.isArray(container)) container[key === '-' ? container.length : Number(key)] = value;
  else container[key] = value;
}

function drop(root: object, pointer: string): void {
  const { container, key } = locate(root, pointer);
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}

function locate(root: object, pointer: string): { container: Container; key: string } {
  const path = parsePointer(pointer);
  const container = valueAt(root, toPointer(path.slice(0, -1)));
  if (typeof container !== 'object' || container === null) throw new Error(`${pointer} leads nowhere`);
  return { container: container as Container, key: path.at(-1) ?? '' };
}
