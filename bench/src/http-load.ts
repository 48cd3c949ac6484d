import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { load } from './report.ts';

/** Sends scheduling requests over so many connections and tells the parent process what came of it. */
const [url = '', connections = '64', seconds = '8', key = 'bench'] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(connections) });
const headers = { 'x-api-key': key, 'content-type': 'application/json' };

const measured = await load(Number(connections), Number(seconds), async () => {
  const requestId = randomUUID();
  const content = {
    smsContent: { contentType: 'TEXT', text: `Your code is 4821, do not show it to anybody. ${requestId}` },
  };
  const body = JSON.stringify({
    requestId,
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content,
    // Comes back in the callbacks, and tells them when it was sent.
    comment: String(Date.now()),
  });
  const answer = await pool.request({ method: 'POST', path: '/api/cascade/schedule', headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
});
process.send?.(measured);
await pool.destroy();
process.disconnect();
