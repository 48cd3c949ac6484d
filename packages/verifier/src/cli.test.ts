import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

function helpOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, cli, '--help'];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
}

test.each(['18.20.8', '20.20.2', '22.17.1'])('Node %s gets one sentence', (version) => {
  expect(helpOn(version)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        `^cascade-verify needs Node 22\\.18 or newer, found ${version.replaceAll('.', '\\.')} .*nodejs\\.org\n$`,
      ),
    ),
  });
});

test.each(['22.18.0', '24.0.0'])(
  'Node %s is new enough',
  (version) => {
    expect(helpOn(version)).toMatchObject({ status: 0, stdout: expect.stringContaining('cascade-verify') });
  },
  120_000,
);
