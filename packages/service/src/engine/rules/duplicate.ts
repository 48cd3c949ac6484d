import type { StageRule } from './stage-facts.ts';

/** `duplicated` for every stage of a message that repeats another one within 5 minutes (ADR-0026). */
export const duplicate: StageRule = (facts) => (facts.duplicate ? 'duplicated' : null);
