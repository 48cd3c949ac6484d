import { Pool } from 'undici';
import { schedulingHeaders } from '../scheduling-body.ts';
import { attacks } from './attacks.ts';

/** Runs an attack until it is told to stop, then reports how many answers it got by status. */
const [url = '', name = '', key = ''] = process.argv.slice(2);
const attack = attacks[name];
if (attack === undefined) throw new Error(`expected an attack, got ${name}`);

const { connections, next } = attack;
const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
const headers = schedulingHeaders(attack.key ?? key);
const answers: Record<string, number> = {};
let stopping = false;

async function caller(): Promise<void> {
  while (!stopping) {
    const answered = await ask().catch(() => 'broken');
    answers[answered] = (answers[answered] ?? 0) + 1;
  }
}

async function ask(): Promise<string> {
  const answer = await pool.request({ method: 'POST', path: '/api/cascade/schedule', headers, body: next() });
  await answer.body.dump();
  return String(answer.statusCode);
}

process.on('message', () => {
  stopping = true;
  process.send?.(answers, () => process.exit());
});
await Promise.all(Array.from({ length: connections }, caller));
