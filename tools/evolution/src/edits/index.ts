import { answerEdits } from './answer-edits.ts';
import { callbackEdits } from './callback-edits.ts';
import { misjudged } from './misjudged-edits.ts';
import { nameEdits } from './name-edits.ts';
import { requestEdits } from './request-edits.ts';
import type { SeededEdit } from './seeded-edit.ts';
import { breaking, harmless, rewrites } from './seeded-edits.ts';

/** Every seeded edit: a test applies each to the contract, and the gate must judge it as it says. */
export const seededEdits: readonly SeededEdit[] = [
  ...breaking,
  ...harmless,
  ...rewrites,
  ...misjudged,
  ...requestEdits,
  ...answerEdits,
  ...callbackEdits,
  ...nameEdits,
];
