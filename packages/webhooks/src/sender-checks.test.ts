import { describe, expect, test } from 'vitest';
import { createStatusHandler, type StatusHandlerOptions } from './create-status-handler.ts';
import { secret } from './testing/callbacks.ts';

/** Creates a handler with options that the types may exclude. */
const create = (options: object) => () => {
  const all: object = { onStatus: () => {}, ...options };
  createStatusHandler(all as StatusHandlerOptions);
};

describe('a secret or token that is missing is named', () => {
  test.each([
    [{ secrets: [secret, ''] }, 'secrets[1] is empty'],
    [{ secrets: [' \n'] }, 'secrets[0] is empty'],
    [{ secrets: [undefined] }, 'secrets[0] is undefined'],
    [{ secrets: undefined }, 'secrets is undefined'],
    [{ secrets: undefined, token: 'a' }, 'secrets is undefined'],
    [{ token: '' }, 'token is empty'],
    [{ token: ['a', ''] }, 'token[1] is empty'],
    [{ token: undefined }, 'token is undefined'],
    [{ token: ['a', undefined] }, 'token[1] is undefined'],
    [{ secrets: [secret], token: undefined }, 'token is undefined'],
    [{ secrets: [secret], token: '' }, 'token is empty'],
  ])('%j: %s', (options, message) => {
    const full = `${message}: is its environment variable set?`;
    expect(create(options)).toThrow(new TypeError(full));
  });
});

describe('a secret or token that is invalid is named, without its value', () => {
  test.each([
    [{ secrets: [secret, 'whsec_not*base64'] }, 'secrets[1] is not whsec_ and base64 of 24 bytes.'],
    [{ secrets: ['whsec_'] }, 'secrets[0] is not whsec_ and base64 of 24 bytes.'],
    [{ secrets: ['changeme'] }, 'secrets[0] is not whsec_ and base64 of 24 bytes.'],
    [{ token: 'Token abc' }, 'token is not visible ASCII without spaces.'],
    [{ token: ['a', 'abc\n'] }, 'token[1] is not visible ASCII without spaces.'],
    [{ token: 'kľúč' }, 'token is not visible ASCII without spaces.'],
  ])('%j: %s', (options, message) => {
    expect(create(options)).toThrow(new TypeError(message));
  });
});

describe('how the sender is known', () => {
  test.each([{}, { secrets: [] }, { token: [] }, { secrets: [], token: [] }, { allowUnsigned: false }])(
    'has to be said: %j',
    (options) => expect(create(options)).toThrow(/any client can forge .* allowUnsigned: true/),
  );

  test.each([{ secrets: [secret] }, { token: 'a' }, { secrets: [secret], token: 'a' }])(
    'excludes unsigned callbacks: %j',
    (options) => expect(create({ ...options, allowUnsigned: true })).toThrow(/not both/),
  );

  test('is a signature, a token, both, or nothing', () => {
    for (const options of [
      { secrets: [secret] },
      { token: 'a' },
      { token: ['a', 'b'] },
      { secrets: [secret], token: 'a' },
      { allowUnsigned: true },
      { allowUnsigned: true, secrets: [] },
    ])
      expect(create(options)).not.toThrow();
  });
});
