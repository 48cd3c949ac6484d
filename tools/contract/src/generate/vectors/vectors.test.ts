import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readContract, readYamlFile, repositoryRoot } from '../../index.ts';
import type { CallbackVector } from './callback-vectors.ts';
import type { RequestVector } from './vector.ts';
import { detailPattern, violationsPattern } from './vector.ts';
import { vectors } from './vectors.ts';

const { problems, limits } = readContract();
const files = vectors(repositoryRoot).map(({ path, text }) => ({ path, value: JSON.parse(text) }));
const [requests, , callbacks] = files.map(({ value }) => value.vectors) as [
  readonly RequestVector[],
  unknown,
  readonly CallbackVector[],
];

const sayFault = (path: string) => (error: ErrorObject) =>
  `${path}#${error.instancePath} ${error.message}: ${JSON.stringify(error.params)}`;

test('every file has the shape of the schema', () => {
  const schema = JSON.parse(readFileSync(join(repositoryRoot, 'spec/vectors/vectors.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false });
  const validate = ajv.compile(schema);
  const faults = files.flatMap(({ path, value }) =>
    validate(value) ? [] : (validate.errors ?? []).map(sayFault(path)),
  );
  expect(faults).toEqual([]);
  expect(validate({ kind: 'requests', vectors: [{ id: 'a' }] })).toBe(false);
});

test('every code that one request provokes is an answer, each limit has both sides, and no id is there twice', () => {
  const titles = new Set(requests.flatMap(({ answers = [] }) => answers.flatMap((one) => one.titles ?? [])));
  expect(problems.filter(({ code }) => !titles.has(code)).map(({ code }) => code)).toEqual([]);
  for (const { id } of limits.filter(({ clause, at, text }) => text ?? (clause && at))) {
    const sides = requests.flatMap(({ limit }) => (limit?.id === id ? [limit.side] : []));
    expect([...new Set(sides)].toSorted(), id).toEqual(['inside', 'outside']);
  }
  expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
});

test('requests have no value that another run would make differently', () => {
  expect(vectors(repositoryRoot)).toEqual(vectors(repositoryRoot));
  for (const { request, id } of requests)
    expect(request?.body ?? '', id).not.toMatch(/"requestId":"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}"/);
});

test('patterns accept what the catalogue says, and not a text with another number', () => {
  for (const { detail } of problems.flatMap(({ cases }) => cases)) {
    if (detail === undefined) continue;
    const pattern = new RegExp(detailPattern(detail));
    expect(pattern.test(detail), detail).toBe(true);
    expect(pattern.test(detail.replaceAll(/\d/g, '7').replaceAll('the', 'a')), detail).toBe(
      !/\d|the/.test(detail),
    );
  }
  const pattern = new RegExp(violationsPattern(['the a', 'the b'], ['the c']));
  expect(pattern.test('Violations: the b;the a ; the c')).toBe(true);
  expect(pattern.test('Violations: the c; the a; the b')).toBe(false);
});

test('callbacks are valid and invalid for each reason to be so', () => {
  const invalid = callbacks.filter(({ verdict }) => verdict === 'invalid').map(({ id }) => id);
  expect(invalid).toEqual(expect.arrayContaining(['invalid-old', 'invalid-body', 'invalid-other-secret']));
  expect(callbacks.length - invalid.length).toBeGreaterThan(15);
});

test('what is sent in a valid callback fits the description, also without a request', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value as object, 'openapi');
  const fits = ajv.compile({ $ref: 'openapi#/components/schemas/StatusEvent' });
  const events = callbacks
    .filter(({ verdict }) => verdict === 'valid')
    .map(({ id, bodyBase64 }) => ({ id, event: JSON.parse(Buffer.from(bodyBase64, 'base64').toString()) }));
  expect(events.filter(({ event }) => !fits(event))).toEqual([]);
  expect(events.filter(({ event }) => event.requestId === null).map(({ id }) => id)).toEqual([
    'valid-without-request',
  ]);
  expect(fits({ status: 'SENT' })).toBe(false);
});
