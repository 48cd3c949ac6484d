import { createConsumer } from './consumer.ts';
import { report } from './report.ts';

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

const consumer = await createConsumer();
try {
  await consumer.write('by-hand.d.ts', byHand);
  await consumer.write('by-hand-main.ts', program('./by-hand.js'));
  await consumer.write('client-main.ts', program('@cascade/client'));
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
      await consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [`${name}-main.ts`] }));
      const begin = performance.now();
      await consumer.run('tsc', '-p', 'tsconfig.json');
      if (round > 0) times[name].push(performance.now() - begin);
    }
  }
  const [hand, client] = [median(times['by-hand']), median(times.client)];
  report('typecheck', {
    says: `tsc on a consumer project, median of ${rounds}, milliseconds; the ratio is client to hand-written types`,
    handWritten: hand,
    client,
    ratio: Math.round((client / hand) * 100) / 100,
  });
} finally {
  await consumer.remove();
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return Math.round(values[values.length >> 1] ?? Number.NaN);
}
