import { answerWith, type Received, startReceiver } from '@cascade/test-kit';

/** Reserved for demonstrations: chattwo and chatone do not reach this number, SMS does. */
const smsOnlyNumber = '+12025550130';
const patienceInSeconds = 60;

/**
 * Sends a message through a cascade of three stages of the service, and shows its callbacks as they arrive.
 * @throws {Error} if the service refuses the message, or the message does not end.
 */
export async function showCascade(baseUrl: string, write: (text: string) => void): Promise<void> {
  // Answers HEAD too (ADR-0014, ADR-0018).
  const receiver = await startReceiver(answerWith(200));
  try {
    await post(baseUrl, '/api/callback/set', { statusCallbackUrl: receiver.url });
    const requestId = crypto.randomUUID();
    const content = { contentType: 'TEXT', text: 'Your order is ready' };
    await post(baseUrl, '/api/cascade/schedule', {
      requestId,
      cascadeId: 1000000,
      subscriberFilter: { address: smsOnlyNumber, type: 'PHONE' },
      content: { chattwoContent: content, chatoneContent: content, smsContent: content },
    });
    write(`\nThe service walks a message through chattwo, chatone and SMS; its callbacks:\n`);
    const isLast = ({ event }: Received) => event.status === 'DELIVERED' && event.channelType === 'SMS';
    await receiver.until(() => receiver.received.find(isLast), patienceInSeconds);
    const events = receiver.received.filter(({ method }) => method === 'POST').map(({ event }) => event);
    const rows = events.toSorted((a, b) => String(a.statusAt).localeCompare(String(b.statusAt)));
    for (const { channelType, status, error } of rows) {
      write(
        `  ${String(channelType ?? '').padEnd(8)} ${status}${error === null || error === undefined ? '' : `: ${error}`}\n`,
      );
    }
  } finally {
    await receiver.close();
  }
}

async function post(baseUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
