import type { Control } from '../mutant.ts';
import { answerControls } from './answer-controls.ts';
import { callbackControls } from './callback-controls.ts';

/** All variations that must stay green. */
export const controls: readonly Control[] = [...answerControls, ...callbackControls];
