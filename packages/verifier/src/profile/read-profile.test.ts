import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ProfileError } from './profile-error.ts';
import { parseProfile, readProfile } from './read-profile.ts';

const template = readFileSync(new URL('../../profiles/template.yaml', import.meta.url), 'utf8');

function faultsOf(text: string) {
  try {
    parseProfile(text);
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.faults.map(({ line, column, pointer, says }) => `${line}:${column} ${pointer} ${says}`);
  }
}

test.each(['template', 'mock', 'service'])('the profile %s can be used', async (name) => {
  const file = new URL(`../../profiles/${name}.yaml`, import.meta.url).pathname;
  expect((await readProfile(file)).keys.good).toBe('demo-key');
});

test('the template can be used with everything in it switched on, the secret apart', () => {
  const all = template.replaceAll(/^( *)# ( *(?:- )?(?!secret)[\w-]+:(?: |$))/gm, '$1$2');
  expect(faultsOf(all)).toEqual([]);
  expect(Object.keys(parseProfile(all))).toEqual(
    expect.arrayContaining(['content', 'buttons', 'callback', 'clock', 'holds']),
  );
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
    ['a member missing', minimal.replace("address: '+1'\n", ''), ['1:1  the member address is missing']],
    ['a member too many', `${minimal}colour: red\n`, ['7:1 /colour there is no such member']],
    ['a wrong type', minimal.replace('id: 1', 'id: one'), ['4:7 /cascades/0/id must be integer']],
    [
      'a channel that does not exist',
      minimal.replace('channel: SMS', 'channel: FAX'),
      ['4:25 /cascades/0/stages/0/channel must be one of SMS, CHATONE, CHATTWO'],
    ],
    [
      'a target that is no address',
      `${minimal}target: here\n`,
      ['7:1 /target must be an http or https address'],
    ],
    [
      'two cascades of one id',
      minimal.replace('content:', '  - { id: 1, stages: [{ channel: SMS }] }\ncontent:'),
      ['5:7 /cascades/1/id cascade 1 is declared twice'],
    ],
    [
      'a stage without a text to send',
      minimal.replace('channel: SMS', 'channel: CHATONE'),
      ['4:25 /cascades/0/stages/0/channel content.CHATONE.text is missing for this stage'],
    ],
    ['no YAML', 'keys: [', [expect.stringMatching(/^1:\d+ {2}Flow sequence/)]],
    ['an alias of nothing', `${minimal}holds: *nothing\n`, [expect.stringContaining('nothing')]],
    ['nothing at all', '', [expect.stringMatching(/^1:1 {2}must be object/)]],
  ])('%s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('a key is never shown', () => {
    expect(faultsOf(minimal.replace('good: k', 'good: 4711')).join()).not.toContain('4711');
  });

  test('a file that is not there', async () => {
    await expect(readProfile('/nowhere/provider.yaml')).rejects.toThrow(
      '/nowhere/provider.yaml:1:1: the file cannot be read (ENOENT)',
    );
  });
});
