import type { Mutant } from '../mutant.ts';
import { authMutants } from './auth.ts';
import { callbackMutants } from './callback.ts';
import { callbackWireMutants } from './callback-wire.ts';
import { codeMutants, commentMutants } from './codes.ts';
import { boundaryMutants, countingMutants } from './counting.ts';
import { crashMutants } from './crash.ts';
import { crossFieldMutants } from './cross-field.ts';
import { fixtureMutants } from './fixture.ts';
import { formatMutants } from './format.ts';
import { historyEntryMutants, messageHistoryMutants } from './history.ts';
import { listCascadesMutants } from './list-cascades.ts';
import { precedenceMutants } from './precedence.ts';
import { requiredMutants } from './required.ts';
import { shapeMutants } from './shape.ts';
import { sideEffectMutants } from './side-effect.ts';
import { statefulMutants } from './stateful.ts';
import { templateMutants } from './template.ts';
import { typeMutants } from './type.ts';
import { violationFormMutants, violationTextMutants } from './violations.ts';

/**
 * Clauses of which no violation can be called one by the source alone, each with the reason. Every other clause that the
 * source shows has a mutant that rests on no decision; a clause that it does not show cannot be broken.
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
