import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from './environment.ts';
import { lineFor, shownLine } from './managers.ts';
import { program, works } from './program.ts';
import { repositoryRoot } from './published.ts';
import { mustRun, programTrial, run, trial } from './run.ts';

/** The lines of the page of webhooks that mount the handler in Fastify. */
function linesForFastify(): string {
  const page = readFileSync(join(repositoryRoot, 'packages/webhooks/README.md'), 'utf8');
  const [, lines] = /```js\n(app\.register\(.+?)```/s.exec(page) ?? [];
  if (lines === undefined) throw new Error('packages/webhooks/README.md: expected a block for Fastify');
  return lines;
}

const receiver = `
import { createStatusHandler } from '@cascade/webhooks';
import { toNodeHandler } from '@cascade/webhooks/node';
import { signedRequest } from '@cascade/webhooks/testing';

const secrets = ['whsec_' + btoa('twenty-four bytes or more')];
const heard = [];
const handler = createStatusHandler({ secrets, onStatus: (event) => void heard.push(event.requestId) });
const event = {
  requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa001', messageId: 1, status: 'SENT', channelType: 'SMS',
  statusAt: '2026-01-01T00:00:00Z',
};
async function receive(post) {
  const forged = new Request('http://receiver.test', { method: 'POST', body: '{}' });
  const answers = [await post(await signedRequest(event, { secrets })), await post(forged)];
  const said = answers.map(({ status }) => status).join() + ' ' + heard.length;
  console.log(said === '200,401 1' ? '${works}' : said);
}
`;

const inFastify = (lines: string) => `import Fastify from 'fastify';
${receiver}
const app = Fastify();
${lines}
await app.listen({ port: 0, host: '127.0.0.1' });
const url = 'http://127.0.0.1:' + app.server.address().port + '/status';
const head = await fetch(url, { method: 'HEAD' });
if (head.status !== 200) throw new Error('HEAD was answered ' + head.status);
await receive(async (request) => {
  const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: await request.text() });
});
await app.close();
`;

const installed = ['install', '--no-audit', '--no-fund', '--prefer-offline'];

/** The receiver in Fastify, by the lines of its page. */
const fastify: Environment = {
  name: 'Fastify',
  version: '5.12.8',
  packages: 'callers',
  how: 'the lines of [webhooks](webhooks/README.md#platforms)',
  async tryIn({ cwd, path }) {
    const place = { cwd, ...(path !== undefined && { path }) };
    await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
    await mustRun('npm', [...installed, 'fastify@5.12.8'], place);
    await writeFile(join(cwd, 'receiver.js'), inFastify(linesForFastify()));
    return [programTrial('receive a callback', await run('node', ['receiver.js'], place), works)];
  },
};

/** Jest loads ES modules by an option of Node only. */
const jestSetting = { jest: { transform: {} } };
const jestCommand = 'NODE_OPTIONS=--experimental-vm-modules npx jest';

const jest: Environment = {
  name: 'Jest',
  version: '30.5.2',
  packages: 'callers',
  how: `\`${jestCommand}\`, with \`"type": "module", ${JSON.stringify(jestSetting).slice(1, -1)}\` in package.json`,
  async tryIn({ cwd, path, packed }) {
    const place = { cwd, ...(path !== undefined && { path }) };
    const manifest = { private: true, type: 'module', ...jestSetting };
    await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest));
    await mustRun('npm', [...installed, 'jest@30.5.2'], place);
    const tested = program(packed, { style: 'import' }).replace(
      /^main\(\)\.then.*$/m,
      `test('${works}', main);`,
    );
    await writeFile(join(cwd, 'program.test.js'), tested);
    return [programTrial('pass the test', await run('sh', ['-c', jestCommand], place), `✓ ${works}`)];
  },
};

/** The receiver alone in the oldest Node that it promises, whose npm has nothing to warn of. */
const oldNode: Environment = {
  name: 'Node',
  version: '20',
  archive: 'node@20',
  packages: 'webhooks',
  how: 'ES modules, `import`, installed without a warning',
  async tryIn({ cwd, path, packed }) {
    // `npm run --silent` silences the npm that is run here, too.
    const variables = { npm_config_loglevel: 'notice' };
    const place = { cwd, variables, ...(path !== undefined && { path }) };
    const name = '@cascade/webhooks';
    const tarball = packed.find(({ manifest }) => manifest.name === name)?.tarball ?? '';
    const ended = await run(
      'sh',
      ['-ec', lineFor(shownLine('@cascade/client'), name, dirname(tarball))],
      place,
    );
    await writeFile(join(cwd, 'receiver.mjs'), `${receiver}await receive(handler);\n`);
    const ran = await run('node', ['receiver.mjs'], place);
    return [
      programTrial('install', ended, ''),
      trial(
        'warn of nothing',
        /warn/i.test(ended.output + ran.output) ? ended.output + ran.output : undefined,
      ),
      programTrial('receive a callback', ran, works),
    ];
  },
};

/** Where else the callers' packages are used. */
export const frameworks: readonly Environment[] = [fastify, jest, oldNode];
