/** The first problem of a request, in the order of §4.1: the rules of the description, compiled. */
export { type BodyHeaders, bodyLimitInBytes, judgeMediaType, parseBody } from './body/judge-body.ts';
export { problemMediaType } from './body/media-type.ts';
export { findCoverageProblem, groupDigits } from './coverage.ts';
export type { CascadeShape, Facts } from './facts.ts';
export {
  judgeCallbackRegistration,
  judgeCascadeList,
  judgeMessageHistory,
  judgeScheduling,
  type SchedulingJudgement,
} from './judge.ts';
export { isObject } from './objects.ts';
export { problem, problemBody, type RequestProblem } from './request-problem.ts';
