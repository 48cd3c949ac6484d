import { Pool } from 'undici';
import { load } from './report.ts';
import { schedulingBody, schedulingHeaders } from './scheduling-body.ts';

/** Sends scheduling requests over a number of connections and reports the result to the parent process. */
const [url = '', connections = '64', seconds = '8', key = 'bench'] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(connections) });
const headers = schedulingHeaders(key);

const measured = await load(Number(connections), Number(seconds), async () => {
  const answer = await pool.request({
    method: 'POST',
    path: '/api/cascade/schedule',
    headers,
    body: schedulingBody(),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`expected 200, got ${answer.statusCode}`);
});
process.send?.(measured);
await pool.destroy();
process.disconnect();
