import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerWith, type Received, startReceiver } from '../../test-kit/index.ts';

/** A request of spec/samples/requests.json and its expected answer. */
interface Sample {
  readonly name: string;
  readonly request: unknown;
  readonly status: number;
  /** `<…>` in a text matches anything; without an answer only the status counts. */
  readonly answer?: unknown;
}

/** The samples of the contract. */
function readSamples(): readonly Sample[] {
  const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/requests.json'));
  const { cases }: { cases: readonly Sample[] } = JSON.parse(readFileSync(file, 'utf8'));
  return cases;
}

/** Whether the real answer has every member of the expected one. */
export function isAsExpected(expected: unknown, real: unknown): boolean {
  if (typeof expected === 'string') return typeof real === 'string' && textPattern(expected).test(real);
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, real);
  if (typeof real !== 'object' || real === null) return false;
  return Object.entries(expected).every(([key, value]) => isAsExpected(value, Reflect.get(real, key)));
}

function textPattern(text: string): RegExp {
  const escaped = text.split(/<[^>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`, 's');
}

/** Sends every sample to the mock and shows request, expected and real answer; returns how many are wrong. */
export async function sendSamples(baseUrl: string, write: (text: string) => void): Promise<number> {
  const samples = readSamples();
  let wrong = 0;
  for (const sample of samples) {
    const real = await send(baseUrl, sample);
    const good = real.status === sample.status && isAsExpected(sample.answer ?? {}, real.body);
    if (!good) wrong += 1;
    write(render(sample, real, good));
  }
  write(`\n${samples.length - wrong} of ${samples.length} answers as expected.\n`);
  return wrong;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(baseUrl: string, { request }: Sample): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body: JSON.stringify(request),
  });
  return { status: response.status, body: await response.json() };
}

function render({ name, request, status, answer }: Sample, real: Answer, good: boolean): string {
  const expected = answer === undefined ? `${status}` : `${status} ${JSON.stringify(answer)}`;
  return [
    `\n${good ? '✓' : '✗'} ${name}`,
    `  request   ${JSON.stringify(request)}`,
    `  expected  ${expected}`,
    `  answer    ${real.status} ${JSON.stringify(real.body)}`,
    '',
  ].join('\n');
}

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
