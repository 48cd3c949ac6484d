import { randomBytes, randomUUID } from 'node:crypto';
import { isObject } from '@cascade/validator';
import type { Recorded } from './recording.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Gives each request id a new one of the same form. Requests that share an id share the new one: repeats stay repeats. */
export function withFreshIds(requests: readonly Recorded[]): Recorded[] {
  const fresh = new Map<string, string>();
  return requests.map((request) => {
    const body = parse(request.body);
    if (request.body === undefined || !isObject(body) || typeof body.requestId !== 'string') return request;
    const id = body.requestId;
    if (id === '') return request;
    const successor = fresh.get(id) ?? freshId(id);
    fresh.set(id, successor);
    const [old, recent] = [JSON.stringify(id), JSON.stringify(successor)];
    const isOnce = request.body.split(old).length === 2;
    const text = isOnce
      ? request.body.replace(old, () => recent)
      : JSON.stringify({ ...body, requestId: successor });
    return { ...request, body: text };
  });
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

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
