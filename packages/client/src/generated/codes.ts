// Generated from spec/ by `npm run generate`. Do not edit.
import type { KnownProblemCode } from '@cascade/types';

/** Codes whose title is spelled otherwise (§7.1, note), by that title. */
export const codeOfTitle: ReadonlyMap<string, KnownProblemCode> = new Map([
  ["cascade-scheduling-request-not-valid","cascade-scheduling-request-is-not-valid"],
]);
