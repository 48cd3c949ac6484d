import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, freePort, runProgram, startProgram } from '@cascade/test-kit';
import type { Bed } from '../../harness/bed.ts';
import { until, untilItAnswers } from '../../harness/waits.ts';
import type { Around, System } from './scene.ts';

/** Why Kannel cannot run; undefined if it can. */
export async function whyNoKannel(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v bearerbox && command -v smsbox']);
  return code === 0 ? undefined : 'no Kannel (Debian: apt install kannel)';
}

const password = 'bench';

/**
 * Kannel's two boxes on ports of loopback. With its spools it keeps messages and open reports in files, without fsync;
 * otherwise in memory.
 */
export async function startKannel(bed: Bed, around: Around, store: 'memory' | 'spool'): Promise<System> {
  const { folder } = bed;
  for (const name of ['store', 'reports']) await mkdir(join(folder, name));
  const ports = { admin: await freePort(), boxes: await freePort(), http: await freePort() };
  const { smppPort: smscPort } = around.gateway;
  const file = await bed.fill('kannel.conf', new URL('kannel.conf', import.meta.url), {
    ...{ ...ports, smsc: smscPort, password },
    store: (store === 'spool' ? spools(folder) : ['dlr-storage = internal']).join('\n'),
  });
  let boxes = await startBoxes(file, ports);
  const kill = async () => void (await Promise.all(boxes.map((box) => box.end('SIGKILL'))));
  bed.use(boxes, kill);
  return {
    name: store === 'spool' ? 'Kannel with its spools' : 'Kannel without a store',
    says:
      store === 'spool'
        ? 'messages and open reports are files, written without fsync'
        : 'messages and open reports are in memory alone',
    running: () => ({
      kind: 'kannel',
      url: `http://127.0.0.1:${ports.http}`,
      key: password,
      pids: boxes.map((box) => box.process.pid ?? Number.NaN),
    }),
    kill,
    async restart() {
      boxes = await startBoxes(file, ports);
    },
  };
}

const spools = (folder: string) => [
  'store-type = spool',
  `store-location = ${join(folder, 'store')}`,
  'dlr-storage = spool',
  `dlr-spool = ${join(folder, 'reports')}`,
];

async function startBoxes(file: string, ports: Readonly<Record<'admin' | 'http', number>>) {
  const boxes: Child[] = [];
  for (const [program, port] of [
    ['bearerbox', ports.admin],
    ['smsbox', ports.http],
  ] as const) {
    const box = startProgram(program, ['-v', '4', file]);
    boxes.push(box);
    await untilItAnswers(`http://127.0.0.1:${port}/`, box, { seconds: 30 });
  }
  const status = `http://127.0.0.1:${ports.admin}/status.txt?password=${password}`;
  const isBound = async () => /online [0-9]+s/.test(await (await fetch(status)).text());
  await until('Kannel was bound to the SMSC', isBound, { seconds: 30 });
  return boxes;
}
