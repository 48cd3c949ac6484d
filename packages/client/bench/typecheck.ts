import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { outputOf } from '@cascade/repository/test-kit';
import { writeReport } from './report.ts';

/** Time of tsc for a program on the packed client, compared with the same program on hand-written types. */
const rounds = 7;

const program = (origin: string) => `
import { createCascadeClient } from '${origin}';
const client = createCascadeClient({ baseUrl: 'https://provider.test', apiKey: 'k' });
const { data, error } = await client.schedule({
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Hello' } },
});
if (error) console.log(error.outcome, error.code === 'out-of-balance' ? 'top up' : error.kind);
else console.log(data.requestId, data.replayed);
`;

const byHand = `
export interface Content { contentType: string; text?: string }
export interface Message {
  requestId?: string;
  cascadeId: number;
  subscriberFilter: { address: string; type: string };
  content: { smsContent?: Content; chatoneContent?: Content; chattwoContent?: Content };
}
export type Result =
  | { data: { requestId: string; replayed: boolean }; error?: undefined }
  | { data?: undefined; error: { kind: string; outcome: string; code?: string } };
export declare function createCascadeClient(options: { baseUrl: string; apiKey: string }): {
  schedule(message: Message): Promise<Result>;
};
`;

/** A project outside the workspace, with the packed packages installed. */
const folder = await mkdtemp(join(tmpdir(), 'cascade-consumer-'));
const write = (name: string, text: string) => writeFile(join(folder, name), text);
try {
  await outputOf('npm', ['run', '--silent', 'tarballs', '--', folder], { cwd: repositoryRoot });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.startsWith('cascade-client-'));
  await write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await outputOf('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)], {
    cwd: folder,
  });
  await write('by-hand.d.ts', byHand);
  await write('by-hand-main.ts', program('./by-hand.js'));
  await write('client-main.ts', program('@cascade/client'));
  const times: Record<'by-hand' | 'client', number[]> = { 'by-hand': [], client: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['by-hand', 'client'] as const) {
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: [],
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      };
      await write('tsconfig.json', JSON.stringify({ compilerOptions, files: [`${name}-main.ts`] }));
      const begin = performance.now();
      await outputOf(join(repositoryRoot, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: folder });
      if (round > 0) times[name].push(performance.now() - begin);
    }
  }
  const hand = median(times['by-hand']);
  const client = median(times.client);
  writeReport('typecheck', {
    says: `tsc on a consumer project, median of ${rounds}, milliseconds; the ratio is client to hand-written types`,
    handWritten: hand,
    client,
    ratio: Math.round((client / hand) * 100) / 100,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return Math.round(values[values.length >> 1] ?? Number.NaN);
}
