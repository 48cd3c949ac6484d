import { Pool } from 'undici';
import { quantile, round } from '../report.ts';
import { schedulingBody, schedulingHeaders } from '../scheduling-body.ts';

/**
 * Another account: schedules at an even rate, whatever the answers do, and reports the times from when a request was due
 * to its answer.
 */
const [url = '', seconds = '8', key = ''] = process.argv.slice(2);
const perSecond = 50;
const pool = new Pool(url, { connections: 200, bodyTimeout: 0, headersTimeout: 0 });
const headers = schedulingHeaders(key);
const times: number[] = [];
const refused: Record<string, number> = {};

async function ask(due: number): Promise<void> {
  const answer = await pool.request({
    method: 'POST',
    path: '/api/cascade/schedule',
    headers,
    body: schedulingBody(),
  });
  await answer.body.dump();
  times.push(performance.now() - due);
  const { statusCode } = answer;
  if (statusCode !== 200) refused[statusCode] = (refused[statusCode] ?? 0) + 1;
}

const begin = performance.now();
const asked: Promise<void>[] = [];
for (let n = 0; n < Number(seconds) * perSecond; n += 1) {
  const due = begin + (n * 1_000) / perSecond;
  const early = due - performance.now();
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  asked.push(ask(due));
}
await Promise.all(asked);
const sorted = times.toSorted((a, b) => a - b);
process.send?.({
  requests: sorted.length,
  p50Milliseconds: round(quantile(sorted, 0.5)),
  p99Milliseconds: round(quantile(sorted, 0.99)),
  refused,
});
await pool.destroy();
process.disconnect();
