/** The first problem of a request, in the order of §4.1: the rules of the description, compiled. */
export { bodyLevelLimit, bodyLimitInBytes, bodyValueLimit } from './body/body-limit.ts';
export { type BodyHeaders, judgeMediaType, parseBody } from './body/judge-body.ts';
export { judgeExtent } from './body/judge-extent.ts';
export { problemMediaType } from './body/media-type.ts';
export { callbackUrlNotValid, judgeCallbackUrl } from './callback-url.ts';
export { findCoverageProblem, groupDigits } from './coverage.ts';
export { readDateTime } from './date-time.ts';
export type { CascadeShape, Facts } from './facts.ts';
export { judgeCallbackRegistration } from './judge-callback-registration.ts';
export { judgeCascadeList } from './judge-cascade-list.ts';
export { judgeMessageHistory } from './judge-message-history.ts';
export { judgeScheduling, type SchedulingJudgement } from './judge-scheduling.ts';
export { startTimeLimitInDays } from './late-start.ts';
export { isObject } from './objects.ts';
export {
  cascadeNotFound,
  methodNotAllowed,
  notFound,
  outOfBalance,
  payloadTooLarge,
  requestIdUsed,
  serviceUnavailable,
  systemError,
  tooManyRequests,
} from './provider-problems.ts';
export { problem, problemBody, type RequestProblem } from './request-problem.ts';
