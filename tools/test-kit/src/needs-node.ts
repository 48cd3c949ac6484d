import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Tests that a command says which Node it needs, instead of a stack trace, and runs on new enough ones. The version is
 * pretended: a fresh machine has one Node.
 */
export function testNeedsNode(name: string, cli: URL): void {
  test.each(['18.20.8', '20.20.2', '22.17.1'])('Node %s gets one sentence', (version) => {
    const sentence = `${name} needs Node 22.18 or newer, found ${version} `;
    const { status, stdout, stderr } = helpOn(version, cli);
    expect({ status, stdout, sentence: stderr.slice(0, sentence.length) }).toEqual({
      status: 2,
      stdout: '',
      sentence,
    });
    expect(stderr).toMatch(/^.*nodejs\.org\n$/);
  });

  test.each(['22.18.0', '24.0.0'])(
    'Node %s is new enough',
    (version) => {
      expect(helpOn(version, cli)).toMatchObject({ status: 0, stdout: expect.stringContaining(name) });
    },
    120_000,
  );
}

function helpOn(version: string, cli: URL) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    fileURLToPath(cli),
    '--help',
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
}
