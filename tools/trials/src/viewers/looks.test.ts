import { objectOf, readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { lookAt, type Subject, subjectsOf } from './looks.ts';

const kind = {
  name: 'kind',
  types: ['Kind', 'string'],
  isRequired: true,
  text: 'What it is',
  values: ['ONE', 'TWO'],
};
const size = { name: 'size', types: ['integer'], isRequired: false, text: 'How large', values: [] };
const subject: Subject = { name: 'callback', operation: 'receive', members: [kind, size] };

const page = `
kind
Kind
required
What it is. An open list.
ONE
TWO
body.size
integer
How large it is; required for some.
`;

test('finds each field of a page that shows all', () => {
  expect(lookAt(subject, page)).toEqual({
    subject: 'callback',
    of: 2,
    names: 2,
    types: 2,
    required: 2,
    texts: 2,
    values: 2,
    missing: [],
    noise: {},
  });
});

test.each([
  ['size', 'width', 'size: names'],
  ['Kind\n', '', 'kind: types'],
  ['required\n', '', 'kind: required'],
  ['integer', 'integer required', 'size: required'],
  ['How large it is; required for some', 'Said elsewhere', 'size: texts'],
  ['TWO', 'THREE', 'kind: values'],
])('names what is wrong if %j is %j', (from, to, missing) => {
  const { missing: found } = lookAt(subject, page.replace(from, to));
  expect(found).toEqual([missing]);
});

test('counts lines that say nothing', () => {
  expect(lookAt(subject, `${page}Not\ncase 1\nNot\nNot a word\n`).noise).toEqual({ Not: 2, 'case 1': 1 });
});

test('a field that one object requires and another does not may have either mark', () => {
  const either = { ...subject, members: [{ ...kind, isRequired: undefined }] };
  expect(lookAt(either, page).missing).toEqual([]);
  expect(lookAt(either, page.replace('required\n', '')).missing).toEqual([]);
});

test('reads fields of objects in objects from the description, with required, text and values', () => {
  const openapi = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
  const [content, error, callback] = subjectsOf(openapi).map(({ members }) => members);
  const named = (name: string) => callback?.find((member) => member.name === name);
  expect(content?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['smsContent', 'contentType', 'sections', 'messageMatcherId']),
  );
  expect(error?.map(({ name }) => name)).toEqual(expect.arrayContaining(['title', 'status', 'detail']));
  expect(named('requestId')).toMatchObject({ isRequired: true, types: ['string'] });
  expect(named('statusAt')?.isRequired).toBe(false);
  expect(named('status')?.values).toContain('UNDELIVERED');
});
