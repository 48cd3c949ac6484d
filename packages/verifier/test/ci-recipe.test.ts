import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';
import { freshFolder } from './support/run-verifier.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const page = await readFile(pathOf('../CI.md'), 'utf8');
const [, recipe = ''] = /^## A shell\n+```sh\n([\s\S]*?)```/m.exec(page) ?? [];

/** In place of npx: takes the words of the recipes only, and runs the verifier of this folder. */
const npx = `#!/bin/sh
[ "$1 $2" = '--yes --package' ] && [ -f "$3" ] && [ "$4" = cascade-verify ] || exit 9
shift 4
exec '${process.execPath}' '${pathOf('../src/cli.ts')}' "$@"
`;

/** A small one, so that a run is short. */
const profileFor = (port: number, stageUuid: string) => `target: http://127.0.0.1:${port}
keys: { good: '\${CASCADE_KEY}' }
address: '+12025550199'
cascades:
  - id: 2002
    stages: [{ channel: SMS }]
  - id: 4010
    stages: [{ channel: CHATTWO, uuid: ${stageUuid} }]
content:
  SMS: { text: { contentType: TEXT, text: Code 4821 } }
  CHATTWO: { text: { contentType: TEXT, text: Your order is ready } }
`;

/** Runs the recipe of the page, but for its port, in a repository with the tarball, a profile and a provider. */
async function runRecipe(stageUuid: string, key: string) {
  const cwd = await freshFolder();
  const port = await freePort();
  const mock = `exec '${process.execPath}' '${pathOf('../../mock/src/cli.ts')}' --port ${port} --quiet\n`;
  await mkdir(join(cwd, 'ci'));
  await Promise.all([
    writeFile(join(cwd, 'ci/cascade-verifier-1.2.3.tgz'), ''),
    writeFile(join(cwd, 'npx'), npx, { mode: 0o755 }),
    writeFile(join(cwd, 'start-provider.sh'), `#!/bin/sh\n${mock}`, { mode: 0o755 }),
    writeFile(join(cwd, 'profile.yaml'), profileFor(port, stageUuid)),
  ]);
  const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}`, CASCADE_KEY: key };
  const child = spawn('bash', ['-c', recipe.replaceAll('8080', String(port))], { cwd, env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}

const ownStage = '55cf6d4b-2e99-4b25-8930-c81cd66bd114';
const otherStage = '11111111-2e99-4b25-8930-c81cd66bd114';

test.each([
  ['conformant', 0, ownStage, 'demo-key', /CONFORMANT[\s\S]*\nconformant\n$/],
  [
    'there are findings',
    1,
    otherStage,
    'demo-key',
    /NON-CONFORMANT[\s\S]*\nthere are findings: see report.html\n$/,
  ],
  ['could not judge', 2, ownStage, '', /\ncould not judge\n$/],
] as const)(
  'the recipe for a shell, as printed, says %s and ends with %i',
  async (_, code, stageUuid, key, says) => {
    const ended = await runRecipe(stageUuid, key);
    expect(ended.out).toMatch(says);
    expect(ended.code).toBe(code);
    if (key === '') expect(ended.err).toContain('/keys/good: the variable CASCADE_KEY is not set');
  },
  60_000,
);
