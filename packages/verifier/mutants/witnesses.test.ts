import { describe, expect, test } from 'vitest';
import { send, withBenches } from '../test/support/with-benches.ts';
import { controls, mutants, randomPairs } from './index.ts';
import { startMutantProxy } from './proxy/mutant-proxy.ts';
import { provocations, scheduling, textContent } from './witness/requests.ts';
import { type Ask, type Bench, timing } from './witness/witness.ts';

const benches = withBenches();

const large = () => scheduling({ content: { smsContent: textContent({ text: 'x'.repeat(1_100_000) }) } });
const passed: readonly (readonly [what: string, ask: Ask])[] = [
  ...provocations.map(({ code, ask }) => [code, ask] as const),
  ['payload-too-large', large],
  ['an answer without a body', () => ({ ...scheduling(), method: 'HEAD' })],
];

describe('a proxy without a mutant', () => {
  test.each(passed)('passes %s on as it is', async (_, ask) => {
    const proxy = await startMutantProxy({ target: benches.url });
    const asked = [ask()].flat();
    const last = asked.at(-1) ?? scheduling();
    for (const one of asked.slice(0, -1)) await send(benches.url, one);
    const [plain, proxied] = [await send(benches.url, last), await send(proxy.url, last)].map(
      withoutConnection,
    );
    await proxy.close();
    expect(proxied).toEqual(plain);
  });
});

/** What belongs to one connection may differ, and the time. */
function withoutConnection(seen: Awaited<ReturnType<Bench['send']>>) {
  const {
    headers: { date, connection, ...headers },
    status,
    text: body,
  } = seen;
  return { status, headers, body, isDated: date !== undefined };
}

// They end what hangs: fifteen at once share the machine with all that it does.
const unhurried = { timeout: 600_000 };

test('a witness that compares times observes again while the service itself looks late', async () => {
  let observations = 0;
  const witness = {
    ...timing(async () => {
      observations += 1;
      return observations > 2 ? 'soon' : 'late';
    }),
    plain: 'soon',
    changed: 'late',
  };
  expect(await benches.compare(() => ({}), witness)).toEqual({ plain: 'soon', changed: 'soon' });
  expect(observations).toBe(4);
});

describe.concurrent('mutants', unhurried, () => {
  test.each(mutants)('$id: $title', async ({ change, witness }) => {
    const { plain, changed } = witness;
    expect(await benches.compare(change, witness)).toEqual({ plain, changed });
  });
});

describe.concurrent('controls', unhurried, () => {
  test.each(controls)('$id: $title', async ({ change, witness }) => {
    const { plain, changed } = witness;
    expect(await benches.compare(change, witness)).toEqual({ plain, changed });
  });
});

describe.concurrent('pairs do not hide each other', unhurried, () => {
  test.each(randomPairs(mutants, 20, 1))('$id', async ({ change, of }) => {
    const seen = [];
    for (const { witness } of of) seen.push(await benches.observe(change, witness));
    expect(seen).not.toEqual(of.map(({ witness }) => witness.plain));
  });
});
