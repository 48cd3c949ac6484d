import { startReceiver } from '@cascade/test-kit';

const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };

/** The body of a callback of each reason, as the mock at `url` sends it. */
export async function collectCallbacks(url: string, reasons: readonly string[]): Promise<string[]> {
  const receiver = await startReceiver();
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`the mock refused ${path}: ${await answer.text()}`);
  };
  try {
    await post('/api/callback/set', { statusCallbackUrl: receiver.url });
    for (const [index, reason] of ['DELIVERED', ...reasons].entries()) {
      await post(
        '/api/cascade/schedule',
        {
          requestId: crypto.randomUUID(),
          cascadeId: 2002,
          subscriberFilter: { address: '+12025550100', type: 'PHONE' },
          content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
        },
        { prefer: `callback=${reason}` },
      );
      await receiver.got(index + 1);
    }
    return receiver.received.map(({ body }) => body);
  } finally {
    await receiver.close();
  }
}
