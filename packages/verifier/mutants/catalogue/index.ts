import type { Mutant } from '../mutant.ts';
import { authMutants } from './auth.ts';
import { boundaryMutants } from './boundary.ts';
import { callbackMutants } from './callback.ts';
import { callbackWireMutants } from './callback-wire.ts';
import { codeMutants } from './codes.ts';
import { commentMutants } from './comments.ts';
import { countingMutants } from './counting.ts';
import { crashMutants } from './crash.ts';
import { crossFieldMutants } from './cross-field.ts';
import { fixtureMutants } from './fixture.ts';
import { formatMutants } from './format.ts';
import { historyEntryMutants } from './history-entries.ts';
import { listCascadesMutants } from './list-cascades.ts';
import { messageHistoryMutants } from './message-history.ts';
import { precedenceMutants } from './precedence.ts';
import { requiredMutants } from './required.ts';
import { shapeMutants } from './shape.ts';
import { sideEffectMutants } from './side-effect.ts';
import { statefulMutants } from './stateful.ts';
import { templateMutants } from './template.ts';
import { typeMutants } from './type.ts';
import { violationFormMutants } from './violation-form.ts';
import { violationTextMutants } from './violation-text.ts';

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
