// Generated from spec/ by `npm run generate`. Do not edit.
import type { ValidateFunction } from '../validate-function.ts';

/** The code of constraints without a code of their own (`x-problem-default`). */
export declare const defaultProblem: string;
export declare const validate: ValidateFunction;
