import { Pool } from 'undici';
import { quantile } from '../report.ts';
import { schedulingBody, schedulingHeaders } from '../scheduling-body.ts';

/**
 * Sends requests at an even rate and catches up after a slow moment, within the limit of its connections.
 * Tells the parent process how many were accepted, and how long half of them took at most.
 */
const [url = '', rate = '1000', seconds = '10', connections = '64', key = ''] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(connections) });
const headers = schedulingHeaders(key);
const total = Number(rate) * Number(seconds);
const begin = performance.now();
let sent = 0;
let accepted = 0;
let refused = 0;
const times: number[] = []; // milliseconds

async function caller(): Promise<void> {
  while (sent < total) {
    const due = begin + (sent / Number(rate)) * 1_000;
    sent += 1;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    const sentAt = performance.now();
    const answer = await pool.request({
      method: 'POST',
      path: '/api/cascade/schedule',
      headers,
      body: schedulingBody(),
    });
    await answer.body.dump();
    times.push(performance.now() - sentAt);
    if (answer.statusCode === 200) accepted += 1;
    else refused += 1;
  }
}

await Promise.all(Array.from({ length: Number(connections) }, caller));
times.sort((a, b) => a - b);
process.send?.({
  ...{ accepted, refused, seconds: (performance.now() - begin) / 1_000 },
  p50Milliseconds: quantile(times, 0.5),
});
await pool.destroy();
process.disconnect();
