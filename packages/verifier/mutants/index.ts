import { authMutants, fixtureMutants, listCascadesMutants } from './catalogue/accounts.ts';
import { codeMutants, commentMutants, crashMutants, shapeMutants } from './catalogue/answers.ts';
import { callbackMutants, callbackWireMutants } from './catalogue/callbacks.ts';
import { boundaryMutants, countingMutants } from './catalogue/counting.ts';
import { crossFieldMutants, requiredMutants, templateMutants, typeMutants } from './catalogue/fields.ts';
import { formatMutants } from './catalogue/format.ts';
import { historyEntryMutants, messageHistoryMutants } from './catalogue/history.ts';
import { precedenceMutants } from './catalogue/precedence.ts';
import { sideEffectMutants, statefulMutants } from './catalogue/requests-and-money.ts';
import { violationFormMutants, violationTextMutants } from './catalogue/violations.ts';
import type { Mutant } from './mutant.ts';

export { type ConsumerMutant, consumerMutants, judgeConsumer } from './consumers.ts';
export { controls } from './controls.ts';
export { type MakeChange, type Mutant, type ProxyChange, randomPairs } from './mutant.ts';
export { type TimeMutant, timeMutants } from './over-time.ts';
export { startMutantProxy } from './proxy/mutant-proxy.ts';
export { demoFixtures, type Fixtures } from './proxy/provider-state.ts';

/**
 * Clauses of which no violation can be called one by the source alone, each with the reason. Every other
 * clause that the source shows has a mutant that rests on no decision; a clause that it does not show cannot
 * be broken.
 */
export const untestable: Readonly<Record<string, string>> = {
  '4.2/list-cascades':
    'Method, path and shape of the operation are not shown: a provider whose list is elsewhere breaks nothing. Those of ADR-0013 have mutants that rest on it.',
  '7.4/message-undeliverable-causes':
    'Names possible causes behind one reason; on the wire they look the same, and nothing says that there is no other.',
};

/** All mutants, each with one clause broken. */
export const mutants: readonly Mutant[] = [
  ...authMutants,
  ...codeMutants,
  ...shapeMutants,
  ...commentMutants,
  ...violationTextMutants,
  ...violationFormMutants,
  ...statefulMutants,
  ...requiredMutants,
  ...formatMutants,
  ...fixtureMutants,
  ...listCascadesMutants,
  ...messageHistoryMutants,
  ...historyEntryMutants,
  ...typeMutants,
  ...crashMutants,
  ...boundaryMutants,
  ...countingMutants,
  ...crossFieldMutants,
  ...templateMutants,
  ...precedenceMutants,
  ...sideEffectMutants,
  ...callbackMutants,
  ...callbackWireMutants,
];
