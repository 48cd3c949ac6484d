import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { isObject } from '../objects.ts';
import { assumedPlaces } from './assumptions.ts';

const sources = readDescribed();
const { contract, openapi } = sources;
const places = assumedPlaces(sources);
const all = places.flatMap(({ assumptions }) => assumptions);

/** Every node of a description that is marked as assumed, with its decisions. */
function markedNodes(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(markedNodes);
  if (!isObject(value)) return [];
  const own = value['x-provenance'] === 'assumed' ? [value['x-assumed']].flat() : [];
  return [...own, ...Object.values(value).flatMap(markedNodes)];
}

test('every decision has at least one assumption', () => {
  const decided = new Set(all.flatMap(({ decisions }) => decisions));
  expect([...decided].toSorted()).toEqual(contract.decisions.map(({ id }) => id));
  for (const id of markedNodes(openapi)) expect(decided).toContain(id);
});

test('every assumption has a decision', () => {
  expect(all.filter(({ decisions }) => decisions.length === 0)).toEqual([]);
});

test('each is listed at its place, once', () => {
  const namesAt = (id: string) =>
    places.find((place) => place.id === id)?.assumptions.map(({ name }) => name);
  expect(namesAt('operations')).toEqual([
    'POST /api/cascade/get-all',
    'POST /api/messages/history',
    'POST /api/callback/set',
    'GET /api/channel-profile',
    'POST /api/message-matchers/get-by-request',
  ]);
  expect(namesAt('request-of-post-api-cascade-schedule')).toContain('SchedulingRequest.comment');
  expect(namesAt('callback')).toContain('StatusEvent.statusAt');
  expect(namesAt('query')).toEqual(['types']);
  expect(namesAt('headers')?.toSorted()).toEqual([
    'Allow',
    'Retry-After',
    'WWW-Authenticate',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ]);
  expect(namesAt('statuses')).toContain('DELIVERED');
  expect(namesAt('codes')).toContain('too-many-requests');
  for (const { id, assumptions } of places)
    expect(new Set(assumptions.map(({ name }) => name)).size, id).toBe(assumptions.length);
});
