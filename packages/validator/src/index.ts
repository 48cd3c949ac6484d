/** The first problem of a request, in the order of §4.1: the rules of the description, compiled. */

export { bodyLevelLimit, bodyLimitInBytes, bodyValueLimit } from './body/body-limit.ts';
export {
  type BodyHeaders,
  judgeExtent,
  judgeMediaType,
  parseBody,
  problemMediaType,
} from './body/judge-body.ts';
export { readDateTime } from './date-time.ts';
export { type DeclaredSenders, listChannelProfiles, listTemplates } from './declared-senders.ts';
export {
  type CascadeShape,
  type Facts,
  findCoverageProblem,
  groupDigits,
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
  judgeTemplateList,
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
