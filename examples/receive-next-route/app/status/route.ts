import { createStatusHandler } from '@cascade/webhooks';

const handler = createStatusHandler({
  secrets: [process.env.CALLBACK_SECRET],
  onStatus({ requestId, status, reason }) {
    console.log(`${requestId} ${status}${reason === null ? '' : `: ${reason}`}`);
  },
});

export const GET = handler;
export const HEAD = handler; // registration sends HEAD
export const POST = handler;
