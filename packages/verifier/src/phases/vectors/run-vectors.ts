import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Verdict } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { PhaseContext } from '../phase-context.ts';
import { requireCase } from '../try-case.ts';
import { type Answer, type Answers, askAhead } from './ask-ahead.ts';
import { hasDredd } from './has-dredd.ts';
import type { DreddWord } from './run-dredd.ts';
import { startDredd } from './start-dredd.ts';
import { startRelay } from './start-relay.ts';
import { toTransaction } from './to-transaction.ts';

/**
 * Judges every vector by the oracle, and has Dredd run it as a named transaction. A fast run leaves Dredd out, and so does a
 * run that cannot load it.
 */
export async function runVectors(context: PhaseContext): Promise<void> {
  if (context.scenarios.length === 0) return;
  const cases = context.scenarios.flatMap(
    (scenario) => requireCase(context, scenario, buildCase(context.profile, scenario)) ?? [],
  );
  const answers = askAhead(context.target, cases);
  const left = new Map(cases.map((each) => [each.scenario.id, each]));
  const record = (each: Case, check: (verdict: Verdict) => Verdict) => {
    const { scenario, request } = each;
    const answer = answers.known.get(scenario.id);
    if (!left.delete(scenario.id) || answer === undefined) return;
    context.recorder.record({ scenario, request, verdict: check(judge(each, answer)) });
  };
  const byOracle = () => {
    for (const each of left.values()) record(each, (verdict) => verdict);
  };
  if (context.fast || !hasDredd()) return answers.asked.finally(byOracle);
  try {
    await askDredd(answers, cases, (word) => {
      const each = left.get(word.id);
      if (each !== undefined) record(each, (verdict) => agree(verdict, word));
    });
    for (const each of left.values()) record(each, (verdict) => agree(verdict));
  } finally {
    // What the provider had answered when the run ended, and Dredd had not come to.
    byOracle();
  }
}

/** Has Dredd judge the answers; rejects at once when the target takes no more requests. */
async function askDredd(
  answers: Answers,
  cases: readonly Case[],
  onWord: (word: DreddWord) => void,
): Promise<void> {
  const dredd = startDredd();
  const relay = await startRelay(answers, cases);
  try {
    const task = { endpoint: relay.url, transactions: cases.map(toTransaction) };
    await Promise.all([dredd.run(task, onWord), answers.asked]);
  } finally {
    dredd.release();
    await relay.close();
  }
}

function judge({ expectation, cascade }: Case, answer: Answer): Verdict {
  return answer instanceof OutageError
    ? { kind: 'inconclusive', why: answer.message }
    : judgeAnswer(expectation, answer, cascade);
}

/** A vector passes if Dredd passes it, too. */
function agree(verdict: Verdict, word?: DreddWord): Verdict {
  if (verdict.kind !== 'match' || word?.valid === true) return verdict;
  return { kind: 'inconclusive', why: `Dredd does not agree: ${word?.message ?? 'no result'}` };
}
