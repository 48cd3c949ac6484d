import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, freePort, startProgram } from '@cascade/repository/test-kit';
import { verifyReceiver } from '@cascade/verifier';
import { commandOf, type Kit } from './tables.ts';

const secrets = [
  'whsec_ZXhhbXBsZXMgb25seSwgYSBzZWNyZXQgZm9yIG5vYm9keQ==',
  'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIGV4YW1wbGVz',
] as const;

/**
 * Has the verifier judge the receiver of a kit. If it tells what it handled, also by failing handlers and
 * by kills.
 */
export async function judgeReceiver(kit: Kit, folder: string) {
  const [command, ...args] = commandOf(kit.rehearsal ?? kit.receive, { folder });
  const port = await freePort();
  const handled = join(folder, 'handled.txt');
  await rm(handled, { force: true });
  const own = { CASCADE_SECRETS: secrets.join(' '), PORT: String(port), CASCADE_HANDLED: handled };
  const url = `http://127.0.0.1:${port}/status`;
  const start = async () => {
    const environment = { ...process.env, ...own };
    // A kill takes the workers of a server as well.
    const server = startProgram(command, args, { cwd: folder, environment, isGroup: true });
    await untilItAnswers(url, server);
    return server;
  };
  let server = await start();
  try {
    const report = await verifyReceiver({
      url,
      assumptions: true,
      profile: {
        receiver: {
          secrets,
          longestBody: 65_536,
          ...(kit.rehearsal === undefined ? {} : { handled, handler: ['waits', 'fails', 'panics'] }),
        },
      },
      async restart() {
        await server.end('SIGKILL');
        server = await start();
      },
    });
    const { verdict, reason = '', findings } = report;
    const found = findings.map(({ scenario, title }) => `${scenario}: ${title}`).join('\n');
    const failure = `the receiver: ${reason}${found}\n${server.output}`;
    return { checks: 1, failures: verdict === 'conformant' ? [] : [failure] };
  } finally {
    await server.end();
  }
}

async function untilItAnswers(url: string, server: Child): Promise<void> {
  while (!server.hasEnded && !(await fetch(url, { method: 'HEAD' }).catch(() => undefined))?.ok)
    await delay(100);
}
