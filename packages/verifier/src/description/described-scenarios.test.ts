import { expect, describe as group, test } from 'vitest';
import { ownProfile } from '../../test/support/broken-provider.ts';
import { buildCase } from '../scenario/build-case.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { assumedBy, type Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { describe, objectOf } from './described.ts';
import { loadDescribed } from './load-described.ts';

const generated = loadDescribed();
const profile = await ownProfile('mock');

const ofKind = (kind: Scenario['generated']) => generated.filter((each) => each.generated === kind);

test('every named request of the description is sent, and one to each operation without a body', () => {
  const named = describe().operations.flatMap(({ id, takesBody, examples }) =>
    takesBody ? examples.map(({ name }) => `example-${name}`) : [`example-${id}`],
  );
  expect(ofKind('example').map(({ id }) => id)).toEqual(named);
});

test('every problem that the description names for a constraint is expected of a request', () => {
  const named = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { 'x-problem': annotation, ...rest } = objectOf(node);
    for (const code of JSON.stringify(annotation ?? {}).match(/[a-zA-Z]+(-[a-zA-Z]+){2,}/g) ?? [])
      named.add(code);
    for (const child of Array.isArray(node) ? node : Object.values(rest)) collect(child);
  };
  collect(objectOf(describe().root.components).schemas);
  const expected = generated.flatMap(({ expects }) => expects.codes ?? []);
  expect([...named].filter((code) => !expected.includes(code))).toEqual([]);
});

test('a refusal cites the clause of its code, whatever detail the example of the code has', () => {
  const wanted = 'scheduleMessage-content-smsContent-text-minLength-outside';
  expect(generated.find(({ id }) => id === wanted)?.clauses).toEqual(['2.2/text', '7.1/text-not-specified']);
});

test('every limit of the description has a last value inside and a first one outside', () => {
  const ids = ofKind('constraint').map(({ id }) => id);
  const outside = ids.filter((id) => /-(max|min)[A-Z][\w-]*-outside$/.test(id));
  const alone = outside.filter((id) => !ids.includes(id.replace(/outside$/, 'inside')));
  // Their values are of an open list, an address that must be reachable, or a minimum of one in a shorter
  // form.
  expect(alone.filter((id) => !/contentType|statusCallbackUrl|subscriberFilter-type/.test(id))).toEqual([]);
  expect(outside.length).toBeGreaterThan(20);
});

const ofBody = ['by-GET', 'other-media-type'];
const ofReading = ['by-POST'];

test('each operation has its key, its method, its URL and its media type', () => {
  for (const { id, takesBody } of describe().operations) {
    const rims = ['without-key', 'wrong-key', 'by-PUT', 'below', ...(takesBody ? ofBody : ofReading)];
    expect(ofKind('response').map((each) => each.id)).toEqual(
      expect.arrayContaining(rims.map((rim) => `${id}-${rim}`)),
    );
  }
});

test('ids are unique, and no scenario by hand has one of them', () => {
  const ids = [...generated, ...loadScenarios()].map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
});

/** The request without what differs from case to case. */
function requestOf(scenario: Scenario): string | undefined {
  const built = buildCase(profile, scenario, '7c42344c-aeea-41c9-834b-eb627136f400');
  if (isUnavailable(built)) return undefined;
  const { method, path, headers, body } = built.request;
  const sorted = (text: string) => text.replace(/not-a-uuid-\w+|no-uuid/, 'no-uuid');
  return JSON.stringify([method, path, Object.entries(headers).toSorted(), sorted(body)]);
}

test('an operation without a body is asked without one, and only with --assumptions', () => {
  const own = generated.filter(({ when }) => when.path?.startsWith('/api/channel-profile'));
  expect(own.length).toBeGreaterThanOrEqual(8);
  for (const scenario of own) {
    expect(assumedBy(scenario)).toContain('ADR-0059');
    const built = buildCase(profile, scenario);
    expect(isUnavailable(built) || built.request.body).toBe('');
  }
});

test('null is tried in the place of each field; where it might mean absent, that rests on a decision', () => {
  const nulls = ofKind('constraint').filter(({ id }) => id.includes('-at-null-'));
  const restsOf = (id: string) => nulls.find((each) => each.id === id)?.rests;
  expect(restsOf('scheduleMessage-content-type-at-null-outside')).toBeUndefined();
  expect(restsOf('scheduleMessage-content-smsContent-text-type-at-null-outside')).toBeUndefined();
  expect(restsOf('scheduleMessage-content-chattwoContent-listPicker-type-at-null-outside')).toContain(
    'ADR-0045',
  );
  expect(nulls.map(({ id }) => id).filter((id) => /comment|startTime/.test(id))).toEqual([]);
  expect(nulls.filter(({ expects }) => expects.codes === undefined)).toEqual([]);
});

test('integers are tried where 32 bits, 64 bits and the numbers of JavaScript end', () => {
  const at = (place: string) =>
    ofKind('constraint')
      .filter(({ id }) => id.startsWith(place) && /-at-2-/.test(id))
      .map(({ expects }) => expects);
  const notFound = { codes: ['cascade-not-found', 'matched-template-not-found', 'system-error'] };
  expect(at('scheduleMessage-cascadeId')).toEqual([notFound, notFound, notFound, notFound]);
  expect(at('listCascades-limit').map(({ accepted }) => accepted)).not.toContain(true);
  expect(at('scheduleMessage-content-chattwoContent-flowId').map(({ accepted }) => accepted)).toEqual([
    true,
    true,
    undefined,
  ]);
});

group('by hand and generated', () => {
  const byRequest = Map.groupBy(ofKind('constraint'), requestOf);
  const pairs = loadScenarios()
    .filter(({ phase, given }) => ['vectors', 'boundaries', 'text'].includes(phase) && !given.procedure)
    .flatMap((hand) => (byRequest.get(requestOf(hand)) ?? []).map((made) => ({ hand, made })));

  test('meet in many requests', () => {
    expect(pairs.length).toBeGreaterThan(12);
  });

  test.each(pairs)('$hand.id and $made.id expect the same', ({ hand, made }) => {
    expect(made.expects.accepted).toBe(hand.expects.accepted);
    expect(made.expects.comment).toBe(hand.expects.comment);
    const { codes = [] } = made.expects;
    const missing = (hand.expects.codes ?? []).filter((code) => !codes.includes(code));
    // What the source leaves open, no provider is failed for: a stricter one must rest on a decision.
    const isStricter = missing.length > 0 || hand.expects.unclear !== undefined;
    if (isStricter) expect(assumedBy(made)).not.toEqual([]);
    expect(codes.length === 0).toBe(hand.expects.codes === undefined);
  });
});

test('a wrong type may be told as the scenario by hand of that place allows', () => {
  const byHand = loadScenarios().flatMap(({ when, expects }) => {
    const [edit, ...others] = when.edits ?? [];
    const isOfPlace = edit !== undefined && 'set' in edit && others.length === 0 && !edit.set.includes('{');
    return isOfPlace && expects.codes?.includes('system-error')
      ? [{ at: edit.set, codes: expects.codes }]
      : [];
  });
  const stricter = generated
    .filter(({ id }) => id.startsWith('scheduleMessage-') && id.endsWith('-type-outside'))
    .flatMap(({ id, when, expects }) => {
      const last = when.edits?.at(-1);
      const at = last !== undefined && 'set' in last ? last.set : undefined;
      const allowed = byHand.filter((one) => one.at === at).flatMap(({ codes }) => codes);
      const lacks = allowed.filter((code) => !expects.codes?.includes(code));
      return lacks.length === 0 ? [] : [`${id}: ${[...new Set(lacks)]}`];
    });
  expect(stricter).toEqual([]);
});
