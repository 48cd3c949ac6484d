import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ProfileError, parseProfile, type ReadProfileOptions, readProfile } from './read-profile.ts';

const template = readFileSync(new URL('../../profiles/template.yaml', import.meta.url), 'utf8');

function faultsOf(text: string, options: ReadProfileOptions = {}) {
  try {
    parseProfile(text, 'profile.yaml', options);
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.faults.map(
      ({ line, column, pointer, message }) => `${line}:${column} ${pointer} ${message}`,
    );
  }
}

test.each(['template', 'mock', 'service'])('the profile %s can be used', async (name) => {
  const file = new URL(`../../profiles/${name}.yaml`, import.meta.url).pathname;
  const environment = { CASCADE_KEY: 'demo-key' };
  expect((await readProfile(file, { environment })).keys.good).toBe('demo-key');
});

test('the template can be used with everything in it switched on', () => {
  const all = template.replaceAll(/^( *)# ( *(?:- )?[\w-]+:(?: |$))/gm, '$1$2');
  const environment = {
    CASCADE_KEY: 'k',
    CASCADE_EXPIRED_KEY: 'e',
    CASCADE_POOR_KEY: 'p',
    CASCADE_SMALL_KEY: 's',
    CASCADE_OTHER_KEY: 'o',
    CASCADE_LIMITED_KEY: 'l',
    CASCADE_CALLBACK_SECRET: 'whsec_c2VjcmV0',
  };
  expect(faultsOf(all, { environment })).toEqual([]);
  const profile = parseProfile(all, 'profile.yaml', { environment });
  expect(Object.keys(profile)).toEqual(
    expect.arrayContaining(['content', 'buttons', 'callback', 'clock', 'holds']),
  );
  expect(profile).toMatchObject({
    keys: { good: 'k', expired: 'e', poor: 'p', small: { key: 's' } },
    otherAccount: { key: 'o' },
    callback: { secret: 'whsec_c2VjcmV0', reasons: { 'daily-rate-limit': { key: 'l' } } },
    clock: { settles: true },
  });
});

const minimal = `keys: { good: k }
address: '+1'
cascades:
  - { id: 1, stages: [{ channel: SMS }] }
content:
  SMS: { text: { contentType: TEXT, text: x } }
`;

describe('faults are named with line and column', () => {
  test.each([
    [
      'a member missing',
      minimal.replace("address: '+1'\n", ''),
      ['1:1  expected a field address, found none'],
    ],
    [
      'an unexpected field',
      `${minimal}colour: red\n`,
      [expect.stringMatching(/^7:1 \/colour unexpected field; expected target, /)],
    ],
    [
      'a wrong type',
      minimal.replace('id: 1', 'id: one'),
      ['4:7 /cascades/0/id expected an integer, found "one"'],
    ],
    [
      'a channel that does not exist',
      minimal.replace('channel: SMS', 'channel: FAX'),
      ['4:25 /cascades/0/stages/0/channel expected one of SMS, CHATONE, CHATTWO, found "FAX"'],
    ],
    [
      'a target that is not a URL',
      `${minimal}target: here\n`,
      ['7:1 /target expected an http or https address, found a string'],
    ],
    [
      'two cascades of one id',
      minimal.replace('content:', '  - { id: 1, stages: [{ channel: SMS }] }\ncontent:'),
      ['5:7 /cascades/1/id duplicate cascade id 1 (first at line 4)'],
    ],
    [
      'a stage without a text to send',
      minimal.replace('channel: SMS', 'channel: CHATONE'),
      ['4:25 /cascades/0/stages/0/channel add content.CHATONE.text: this stage has no text to send'],
    ],
    [
      'a misspelt member and a stage without a text, at once',
      minimal.replace('address', 'adress').replace('channel: SMS', 'channel: CHATONE'),
      [
        '2:1 /adress unexpected field; did you mean address?',
        '4:25 /cascades/0/stages/0/channel add content.CHATONE.text: this stage has no text to send',
      ],
    ],
    ['no YAML', 'keys: [', [expect.stringMatching(/^1:\d+ {2}invalid YAML: Flow sequence/)]],
    ['an alias of nothing', `${minimal}holds: *nothing\n`, [expect.stringContaining('nothing')]],
    ['nothing at all', '', [expect.stringMatching(/^1:1 {2}expected an object, found null/)]],
  ])('%s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('a key is never shown', () => {
    expect(faultsOf(minimal.replace('good: k', 'good: 4711')).join()).not.toContain('4711');
  });

  test('a file that is not there', async () => {
    await expect(readProfile('/nowhere/profile.yaml')).rejects.toThrow(
      '/nowhere/profile.yaml:1:1: file not found',
    );
  });
});

describe('keys of the environment', () => {
  const variable = `\${KEY}`;
  const text = minimal.replace('good: k', `good: '${variable}'`);

  test('a variable that is not set, or empty, is named with its line; a set one never shows', () => {
    const more = `${text}callback:\n  secret: \${SECRET}\n`;
    const faults = [
      '1:9 /keys/good the variable KEY is not set; set it in the environment, or pass --key',
      '8:3 /callback/secret the variable SECRET is not set; set it in the environment',
    ];
    expect(faultsOf(more, { environment: {} })).toEqual(faults);
    expect(faultsOf(more, { environment: { KEY: '', SECRET: '' } })).toEqual(faults);
    const wrong = faultsOf(more, { environment: { KEY: 'b1\nb2', SECRET: 'not-one' } });
    expect(wrong).toEqual([
      expect.stringMatching(/^1:9 .keys.good expected a key of printable ASCII/),
      expect.stringMatching(/^8:3 .callback.secret expected whsec_ and base64/),
    ]);
    expect(wrong.join()).not.toMatch(/b1|not-one/);
  });

  test('a key that is passed needs no variable, nor a key in the file', () => {
    expect(parseProfile(text, 'profile.yaml', { key: 'mine', environment: {} }).keys.good).toBe('mine');
    const without = minimal.replace('good: k', 'poor: p');
    expect(parseProfile(without, 'profile.yaml', { key: 'mine' }).keys).toEqual({ good: 'mine', poor: 'p' });
  });

  test('a text of a message is not a variable', () => {
    const { content } = parseProfile(minimal.replace('text: x', `text: '${variable}'`), 'profile.yaml', {
      environment: { KEY: 'k' },
    });
    expect(content.SMS?.text).toEqual({ contentType: 'TEXT', text: variable });
  });
});
