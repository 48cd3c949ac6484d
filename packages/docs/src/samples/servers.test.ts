import { expect, test } from 'vitest';
import { withRunningServers } from './servers.ts';

const servers = [
  { name: 'mock', url: 'http://127.0.0.1:4012' },
  { name: 'service', url: 'http://127.0.0.1:5000' },
  { name: 'another', url: 'http://127.0.0.1:6000' },
];

test('samples name the servers that run, each once, and leave other addresses', () => {
  const text =
    'http://127.0.0.1:4010/a http://127.0.0.1:4012/b http://127.0.0.1:40101/c https://127.0.0.1:4010';
  expect(withRunningServers(text, servers)).toBe(
    'http://127.0.0.1:4012/a http://127.0.0.1:5000/b http://127.0.0.1:40101/c https://127.0.0.1:4010',
  );
  expect(withRunningServers(text, [])).toBe(text);
});
