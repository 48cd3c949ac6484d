import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Verdict } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { PhaseContext } from '../phase-context.ts';
import { requireCase } from '../try-case.ts';
import type { DreddWord } from './run-dredd.ts';
import { startDredd } from './start-dredd.ts';
import { type Relay, startRelay } from './start-relay.ts';
import { toTransaction } from './to-transaction.ts';

/** Runs every vector as a named Dredd transaction, and judges each answer again by the oracle. */
export async function runVectors(context: PhaseContext): Promise<void> {
  // Dredd takes longer to load than other phases to run.
  if (context.scenarios.length === 0) return;
  const dredd = startDredd();
  const cases = context.scenarios.flatMap(
    (scenario) => requireCase(context, scenario, buildCase(context.profile, scenario)) ?? [],
  );
  const relay = await startRelay(context.target, cases);
  try {
    const words = await dredd.run({ endpoint: relay.url, transactions: cases.map(toTransaction) });
    const results = new Map(words.map((word) => [word.id, word]));
    for (const each of cases) {
      const { scenario, request } = each;
      if (relay.gone !== undefined && !relay.outcomes.has(scenario.id)) continue;
      context.recorder.record({ scenario, request, verdict: judge(each, relay, results) });
    }
    if (relay.gone !== undefined) throw relay.gone;
  } finally {
    dredd.release();
    await relay.close();
  }
}

function judge(
  { scenario, expectation, cascade }: Case,
  { outcomes }: Relay,
  results: ReadonlyMap<string, DreddWord>,
): Verdict {
  const outcome = outcomes.get(scenario.id);
  if (outcome === undefined) return { kind: 'inconclusive', why: 'Dredd did not run the transaction' };
  if (outcome instanceof OutageError) return { kind: 'inconclusive', why: outcome.message };
  const verdict = judgeAnswer(expectation, outcome, cascade);
  const dredd = results.get(scenario.id);
  if (verdict.kind !== 'match' || dredd?.valid === true) return verdict;
  return { kind: 'inconclusive', why: `Dredd does not agree: ${dredd?.message ?? 'no result'}` };
}
