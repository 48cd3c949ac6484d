import { randomBytes, randomUUID } from 'node:crypto';
import { isObject } from '@cascade/validator';
import { parseJson } from './answer.ts';
import type { RecordedRequest } from './recorded.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The requests in their order with new ids, and the recorded id of each new one. */
interface FreshIds {
  readonly requests: readonly RecordedRequest[];
  readonly recordedIds: ReadonlyMap<string, string>;
}

/**
 * Gives each request id a new one of the same form. Requests that share an id, in any letter case, share the
 * new one: repeats stay repeats.
 */
export function withFreshIds(recorded: readonly RecordedRequest[]): FreshIds {
  const fresh = new Map<string, string>();
  const recordedIds = new Map<string, string>();
  const requests = recorded.map((request) => {
    const body = parseJson(request.body);
    if (request.body === undefined || !isObject(body) || typeof body.requestId !== 'string') return request;
    const id = body.requestId;
    if (id === '') return request;
    const successor = fresh.get(id.toLowerCase()) ?? freshId(id);
    fresh.set(id.toLowerCase(), successor);
    recordedIds.set(successor, recordedIds.get(successor) ?? id);
    const old = JSON.stringify(id);
    const recent = JSON.stringify(successor);
    const isOnce = request.body.split(old).length === 2;
    const text = isOnce
      ? request.body.replace(old, () => recent)
      : JSON.stringify({ ...body, requestId: successor });
    return { ...request, body: text };
  });
  return { requests, recordedIds };
}

/** The request id in a body. */
export function requestIdOf({ body }: RecordedRequest): string | undefined {
  const { requestId } = Object(parseJson(body));
  return typeof requestId === 'string' ? requestId : undefined;
}

/** A JSON value with each of its texts changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

/** A UUID for a UUID; otherwise other digits in the same places, or more characters where there are few. */
function freshId(id: string): string {
  if (uuid.test(id)) return randomUUID();
  let changed = 0;
  const other = id.replace(/[0-9a-f]/g, (character) => {
    changed += 1;
    const [random = 0] = randomBytes(1);
    return /\d/.test(character) ? String(random % 10) : 'abcdef'.charAt(random % 6);
  });
  return changed >= 8 ? other : `${other.slice(0, 240)}-${randomBytes(4).toString('hex')}`;
}
