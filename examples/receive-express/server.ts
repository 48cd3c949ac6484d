import { createStatusHandler } from '@cascade/webhooks';
import { toNodeHandler } from '@cascade/webhooks/node';
import express from 'express';

const { CALLBACK_SECRET, PORT = '3000' } = process.env;

const handler = createStatusHandler({
  secrets: [CALLBACK_SECRET],
  onStatus({ requestId, status, reason }) {
    console.log(`${requestId} ${status}${reason === null ? '' : `: ${reason}`}`);
  },
});

const app = express();
// Before express.json(): the signature covers the raw bytes, which a body parser consumes.
app.all('/status', toNodeHandler(handler));
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`listening on http://127.0.0.1:${port}/status`);
});
