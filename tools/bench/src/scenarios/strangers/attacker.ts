import { Pool } from 'undici';
import { headersOf, schedulePath } from '../../harness/callers.ts';
import { attacks } from './attacks.ts';

/**
 * Says that it is ready, and attacks until it is told to stop; then reports how many answers it got by
 * status.
 */
const [url = '', name = '', key = ''] = process.argv.slice(2);
const attack = attacks[name];
if (attack === undefined) throw new Error(`expected an attack, got ${name}`);

const { connections, next } = attack;
const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
const headers = headersOf(attack.key ?? key);
const answers: Record<string, number> = {};
let stopping = false;

async function caller(): Promise<void> {
  while (!stopping) {
    const answered = await ask().catch(() => 'broken');
    answers[answered] = (answers[answered] ?? 0) + 1;
  }
}

async function ask(): Promise<string> {
  const answer = await pool.request({ method: 'POST', path: schedulePath, headers, body: next() });
  await answer.body.dump();
  return String(answer.statusCode);
}

process.send?.('ready');
process.on('message', () => {
  stopping = true;
  process.send?.(answers, () => process.exit());
});
await Promise.all(Array.from({ length: connections }, caller));
