/** The first problem of a request, in the order of §4.1: the rules of the description, compiled. */

export { bodyLevelLimit, bodyLimitInBytes, bodyValueLimit } from './body/body-limit.ts';
export { type BodyHeaders, judgeMediaType, parseBody, problemMediaType } from './body/judge-body.ts';
export { judgeExtent } from './body/judge-extent.ts';
export { type CascadeShape, findCoverageProblem, groupDigits } from './coverage.ts';
export { readDateTime } from './date-time.ts';
export {
  type Facts,
  judgeScheduling,
  type SchedulingJudgement,
  startTimeLimitInDays,
} from './judge-scheduling.ts';
export {
  callbackUrlNotValid,
  judgeCallbackRegistration,
  judgeCallbackUrl,
  judgeCascadeList,
  judgeMessageHistory,
} from './judge-shape.ts';
export { isObject } from './objects.ts';
export {
  cascadeNotFound,
  methodNotAllowed,
  notFound,
  outOfBalance,
  payloadTooLarge,
  problem,
  problemBody,
  type RequestProblem,
  requestIdUsed,
  serviceUnavailable,
  systemError,
  tooManyRequests,
} from './request-problem.ts';
