import { expect, test } from 'vitest';
import { readYamlFile, repositoryRoot, valueAt } from '../../index.ts';

const openapi: unknown = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;

function patternOf(schema: string, member: string): RegExp {
  return new RegExp(
    String(valueAt(openapi, `/components/schemas/${schema}/properties/${member}/pattern`)),
    'u',
  );
}

/** Every code unit alone, and the first and the last pair of surrogates: all that a string can be made of. */
const units = [
  ...Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit)),
  '\u{10000}',
  '\u{10ffff}',
  'a\ud83d',
  '\ude00b',
];

const excluded = {
  comment: String.raw`[\u0000\ud800-\udfff]`,
  address: String.raw`[\u0000\ud800-\udfff]`,
  requestId: String.raw`[\u0000\ud800-\udfff]`,
  statusCallbackUrl: String.raw`[\u0000-\u001f\u007f\ud800-\udfff]`,
};

test.each([
  ['SchedulingRequest', 'comment', ''],
  ['SubscriberFilter', 'address', ''],
  ['MessageHistoryRequest', 'requestId', ''],
  ['CallbackRegistration', 'statusCallbackUrl', 'https://a'],
] as const)(
  'the pattern of %s.%s excludes what it says, and names no surrogate',
  (schema, member, before) => {
    const pattern = patternOf(schema, member);
    expect(pattern.source).not.toMatch(/ud[89a-f]/);
    // Prism writes the pattern that a request breaks into a header.
    expect(pattern.source).toMatch(/^[ -~]+$/);
    const plain = new RegExp(excluded[member], 'u');
    expect(units.filter((unit) => pattern.test(before + unit) === plain.test(unit))).toEqual([]);
  },
);

test('the host of a callback address follows two slashes, of any character but another slash', () => {
  const pattern = patternOf('CallbackRegistration', 'statusCallbackUrl');
  expect(
    units.filter((unit) => !pattern.test(`https://${unit}`) && pattern.test(`https://a${unit}`)),
  ).toEqual(['/', '\\']);
});
