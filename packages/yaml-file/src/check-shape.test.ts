import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createShapeCheck } from './check-shape.ts';

const folder = mkdtempSync(join(tmpdir(), 'yaml-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schemaFile = join(folder, 'schema.yaml');
writeFileSync(
  schemaFile,
  `type: object
additionalProperties: false
required: [cascadeId]
minProperties: 1
properties:
  cascadeId: { type: integer, minimum: 1, maximum: 9 }
  channel: { enum: [SMS, CHATONE, CHATTWO] }
  many: { enum: [one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen] }
  only: { enum: [yes] }
  prices:
    type: object
    propertyNames: { enum: [SMS, CHATONE] }
    additionalProperties: { type: number, exclusiveMinimum: 0 }
  names: { type: object, propertyNames: { pattern: '^[a-z]+$' } }
  headers:
    type: object
    propertyNames: { description: a header name, pattern: '^[a-z]+$' }
    additionalProperties: { type: string }
  id: { type: string, format: uuid }
  at: { type: string, format: date-time }
  url: { description: an https address, type: string, pattern: '^https:' }
  list: { type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: { type: integer } }
  text: { type: [string, 'null'], minLength: 2 }
  secret: { type: string, pattern: '^s' }
  key:
    type: object
    oneOf: [{ required: [value] }, { required: [hash, salt] }]
    properties: { value: { type: string }, hash: { type: string }, salt: { type: string } }
  clause: { oneOf: [{ type: string }, { type: array, minItems: 1, items: { type: string } }] }
  open: { type: object, required: [cascadeId], properties: { cascadeId: { type: integer } } }
  kind:
    type: object
    oneOf:
      - { properties: { is: { const: a } }, required: [first] }
      - { properties: { is: { const: b } }, required: [second] }
  tls:
    type: object
    if: { properties: { on: { const: true } } }
    then: { required: [host] }
`,
);

const check = createShapeCheck({ schemaFile, isSecret: (pointer) => /^\/(?:secret|headers)/.test(pointer) });

function faultsOf(value: unknown): string[] {
  const checked = check(value);
  if (!('faults' in checked)) return [];
  return checked.faults.map(({ pointer, message, first }) => {
    return `${pointer} ${message}${first === undefined ? '' : ` [${first}]`}`;
  });
}

const good = { cascadeId: 1 };

test('a value that matches', () => {
  expect(check(good)).toEqual({ value: good });
});

test.each<[object, string]>([
  [{ channel: 'FAX' }, '/channel expected one of SMS, CHATONE, CHATTWO, found "FAX"'],
  [{ channel: 'sms' }, '/channel expected one of SMS, CHATONE, CHATTWO, found "sms"; did you mean SMS?'],
  [{ many: 'thre' }, '/many expected one of 13 values, found "thre"; did you mean three?'],
  [{ only: 1 }, '/only expected yes, found 1'],
  [{ channle: 'SMS' }, '/channle unexpected field; did you mean channel?'],
  [{ chanel: 'SMS' }, '/chanel unexpected field; did you mean channel?'],
  [{ channel: 'SMS', chanel: 'SMS' }, '/chanel unexpected field; did you mean channel? [/channel]'],
  [{ prices: { FAX: 1 } }, '/prices/FAX unexpected field; expected SMS, CHATONE'],
  [{ prices: { CHATONNE: 1 } }, '/prices/CHATONNE unexpected field; did you mean CHATONE?'],
  [{ prices: { SMS: 0 } }, '/prices/SMS expected more than 0, found 0'],
  [{ names: { 'A/B': 1 } }, '/names/A~1B unexpected field; expected text like ^[a-z]+$'],
  [{ id: '8a1f' }, '/id expected a UUID, found "8a1f"'],
  [{ at: '2026-12-31' }, '/at expected a time such as 2026-12-31T00:00:00Z, found "2026-12-31"'],
  [
    { at: '2026-13-31T00:00:00Z' },
    '/at expected a time such as 2026-12-31T00:00:00Z, found "2026-13-31T00:00:00Z"',
  ],
  [{ url: 'http:' }, '/url expected an https address, found "http:"'],
  [{ list: [] }, '/list expected at least 1 item, found 0'],
  [{ list: [1, 2, 3, 4] }, '/list expected at most 3 items, found 4'],
  [{ list: [5, 6, 5] }, '/list/2 duplicate item [/list/0]'],
  [{ list: {} }, '/list expected an array, found an object'],
  [{ text: 1 }, '/text expected a string or null, found 1'],
  [{ text: 'x' }, '/text expected at least 2 characters, found "x"'],
  [{ secret: 'other' }, '/secret expected text like ^s, found a string'],
  [{ secret: 4711 }, '/secret expected a string, found a number'],
  [{ key: {} }, '/key expected either value or hash and salt, found neither'],
  [{ key: { value: 'a', hash: 'b', salt: 'c' } }, '/key expected either value or hash and salt, found both'],
  [{ key: 'text' }, '/key expected an object, found "text"'],
  [{ headers: { token: 5 } }, '/headers/token expected a string, found a number'],
  [{ headers: { 'token s3cret': null } }, '/headers unexpected field; expected a header name'],
  [{ clause: 5 }, '/clause expected a string or an array'],
  [{ clause: [] }, '/clause expected at least 1 item, found 0'],
  [{ clause: [5] }, '/clause/0 expected a string, found 5'],
  [{ kind: { is: 'b' } }, '/kind expected a field second, found none'],
  [{ open: { cascadeID: 1 } }, '/open expected a field cascadeId, found cascadeID'],
  [{ tls: { on: true } }, '/tls expected a field host, found none'],
])('%j', (members, fault) => {
  expect(faultsOf({ ...good, ...members })).toEqual([fault]);
});

test('all faults at once', () => {
  expect(faultsOf({ cascadeID: 12, prices: [] })).toEqual([
    '/cascadeID unexpected field; did you mean cascadeId?',
    '/prices expected an object, found an array',
  ]);
});

test.each([
  [null, 'null'],
  [[], 'an array'],
  ['text', '"text"'],
])('%j instead of an object', (value, found) => {
  expect(faultsOf(value)).toEqual([` expected an object, found ${found}`]);
});

test('a schema with an unknown keyword, or with a reference to nothing', () => {
  const wrong = join(folder, 'wrong.yaml');
  writeFileSync(wrong, 'type: object\nproperties:\n  a: { maxLenght: 1 }\n');
  const checkWrong = createShapeCheck({ schemaFile: wrong });
  expect(() => checkWrong({})).toThrow(`${wrong}:3: unknown keyword maxLenght; did you mean maxLength?`);
  writeFileSync(
    wrong,
    "type: object\nproperties:\n  a: { $ref: '#/$defs/nmae' }\n$defs: { name: { type: string } }\n",
  );
  const checkBroken = createShapeCheck({ schemaFile: wrong });
  expect(() => checkBroken({})).toThrow(`${wrong}:3: $ref: found no #/$defs/nmae; did you mean name?`);
});
