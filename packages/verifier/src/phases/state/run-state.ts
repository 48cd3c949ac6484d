import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { unlessOut } from '../unless-out.ts';
import { manyAtOnce, oneOfMany } from './at-once.ts';
import { echo } from './echo.ts';
import { entryOfHistory, statusInHistory } from './history/entries.ts';
import { filterHistory } from './history/filters.ts';
import { findInHistory, historyOfOtherAccount, missFromHistory, refuseHistory } from './history/find.ts';
import { pageHistory } from './history/pages.ts';
import { listCascades } from './list-cascades.ts';
import { orderOfStages } from './order-of-stages.ts';
import { idOfOtherAccount, otherAccount } from './other-account.ts';
import { otherAddresses } from './other-addresses.ts';
import { refusedId } from './refused-id.ts';
import { reuse } from './reuse.ts';
import { spendBalance } from './spend-balance.ts';

type Procedure = (context: PhaseContext, scenario: Scenario) => Promise<void>;

const procedures: Readonly<Record<string, Procedure>> = {
  reuse: (context, scenario) => reuse(context, scenario),
  'reuse later': (context, scenario) => reuse(context, scenario, { between: 20 }),
  'reuse in capitals': (context, scenario) =>
    reuse(context, scenario, { write: (requestId) => requestId.toUpperCase() }),
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
  // Recorded by the procedure that spends the balance.
  'refused costs nothing': async () => {},
};

/** What only several requests show: ids that are used up, money that is spent, and that a refusal does neither. */
export async function runState(context: PhaseContext): Promise<void> {
  for (const scenario of context.scenarios) {
    const procedure = procedures[scenario.given.procedure ?? ''];
    if (procedure === undefined)
      skip(context, scenario, 'this version of the verifier does not know the procedure');
    else await unlessOut(context, scenario, () => procedure(context, scenario));
  }
}
