/** Which problem does this request deserve? The rules of the description, compiled, in the order of §4.1. */
export { findCoverageProblem, groupDigits } from './coverage.ts';
export { judgeCallbackRegistration, judgeCascadeList, judgeScheduling } from './judge.ts';
export { type CascadeShape, type DeservedProblem, type Facts, problem, problemBody } from './judgement.ts';
