import { answerWith, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Drawn, drawRequests } from './drawn-requests.ts';
import { type Providers, startProviders } from './providers.ts';
import { ask, type RawAnswer } from './raw-answer.ts';

/** `ALIKE=20000 SEED=7` for a longer run. */
const count = Number(process.env.ALIKE ?? 600);
const seed = Number(process.env.SEED ?? 20_261_127);

let providers: Providers;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(answerWith(200));
  providers = await startProviders();
}, 120_000);
afterAll(async () => {
  await providers?.close();
  await receiver?.close();
});

test(
  `${count} drawn requests: mock and service give the same answers`,
  async () => {
    const draw = drawRequests(seed, receiver.url);
    const differences: unknown[] = [];
    const verdicts = new Map<string, number>();
    for (let done = 0; done < count; done += 1) {
      const drawn = draw();
      // One after the other: messages get their order, and request ids are used, alike.
      const [mock, service] = await Promise.all([
        ask(providers.mock, drawn.bytes, { ends: true }),
        ask(providers.service, drawn.bytes, { ends: true }),
      ]);
      const seen = [mock, service].map((answers) => answers.map((answer) => comparable(answer, drawn)));
      const verdict = String(Object(mock.at(-1)?.body).title ?? mock.at(-1)?.status);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (JSON.stringify(seen[0]) !== JSON.stringify(seen[1]))
        differences.push({ request: shown(drawn), mock: seen[0], service: seen[1] });
    }
    expect(differences.slice(0, 3), `${differences.length} of ${count} with the seed ${seed}`).toEqual([]);
    // A run whose requests all fail the first checks would prove nothing.
    expect(verdicts.size).toBeGreaterThanOrEqual(15);
    expect(verdicts.get('200') ?? 0).toBeGreaterThan(count / 10);
  },
  60_000 + count * 100,
);

/** Without what is each provider's own: numbers of messages and times, and how far a message has come. */
function comparable({ status, headers, body }: RawAnswer, { path }: Drawn): unknown {
  const { content } = Object(body);
  if (status !== 200 || path !== '/api/messages/history' || !Array.isArray(content))
    return { status, headers, body };
  const own = ({ messageId, statusAt, deliveryStatus, error, ...entry }: Record<string, unknown>) => entry;
  return { status, headers, body: { ...Object(body), content: content.map(own) } };
}

function shown({ bytes }: Drawn): string {
  return bytes.subarray(0, 1_500).toString();
}
