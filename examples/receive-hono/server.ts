import { createStatusHandler } from '@cascade/webhooks';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const { CALLBACK_SECRET, PORT = '3000' } = process.env;

const onStatus = createStatusHandler({
  secrets: [CALLBACK_SECRET],
  onStatus({ requestId, status, reason }) {
    console.log(`${requestId} ${status}${reason === null ? '' : `: ${reason}`}`);
  },
});

const app = new Hono();
app.all('/status', (context) => onStatus(context.req.raw));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}/status`),
);
