import { type PhaseContext, type Trial, unlessOut, untried } from '../phase-context.ts';
import { listCascades, orderOfStages } from './cascades.ts';
import {
  entryOfHistory,
  filterHistory,
  findInHistory,
  historyOfOtherAccount,
  missFromHistory,
  pageHistory,
  refuseHistory,
  statusInHistory,
} from './message-history.ts';
import {
  echo,
  idOfOtherAccount,
  manyAtOnce,
  oneOfMany,
  otherAccount,
  otherAddresses,
  refusedId,
  reuse,
  reuseAfterRestart,
  reuseLater,
} from './request-ids.ts';
import { spendBalance } from './spend-balance.ts';

type Procedure = (trial: Trial) => Promise<void>;

const procedures: Readonly<Record<string, Procedure>> = {
  reuse: (trial) => reuse(trial),
  'reuse later': reuseLater,
  'reuse after restart': reuseAfterRestart,
  'reuse in capitals': (trial) => reuse(trial, { write: (requestId) => requestId.toUpperCase() }),
  'at once': oneOfMany,
  'all at once': manyAtOnce,
  'refused id': refusedId,
  'other addresses': otherAddresses,
  'other account': otherAccount,
  'id of another account': idOfOtherAccount,
  echo,
  'list cascades': listCascades,
  'order of stages': orderOfStages,
  'message history': findInHistory,
  'message history of an unknown id': missFromHistory,
  'message history of another account': historyOfOtherAccount,
  'message history refused': refuseHistory,
  'message history filters': filterHistory,
  'message history pages': pageHistory,
  'message history entry': entryOfHistory,
  'message history status': statusInHistory,
  'balance to zero': spendBalance,
  // Both are recorded by the procedure that spends the balance.
  'refused costs nothing': async () => {},
  'balance for each stage': async () => {},
};

/** What only several requests show: ids that are used up, money that is spent, and that a refusal does neither. */
export async function runState(context: PhaseContext): Promise<void> {
  for (const scenario of context.scenarios)
    await unlessOut(context, scenario, async (trial) => {
      const procedure = procedures[scenario.given.procedure ?? ''];
      if (procedure === undefined) throw untried('this version of the verifier does not know the procedure');
      await procedure(trial);
    });
}
