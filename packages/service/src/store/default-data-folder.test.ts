import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { defaultDataFolder } from './default-data-folder.ts';

test.each([
  ['root', {}, 'linux', 0, '/var/lib/cascade'],
  ['a user', {}, 'linux', 1000, `${homedir()}/.local/state/cascade`],
  [
    'a user with an empty setting',
    { XDG_STATE_HOME: '' },
    'linux',
    1000,
    `${homedir()}/.local/state/cascade`,
  ],
  ['a user who wants it elsewhere', { XDG_STATE_HOME: '/state' }, 'linux', 1000, '/state/cascade'],
  ['a user of macOS', {}, 'darwin', 501, `${homedir()}/Library/Application Support/cascade`],
])('the data of %s have their place', (_, environment, platform, uid, expected) => {
  expect(defaultDataFolder(environment, platform, uid)).toBe(expected);
});
