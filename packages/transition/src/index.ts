export { duplicateKey } from './duplicate-key.ts';
export type {
  AttemptReport,
  CascadeEvent,
  Holder,
  JudgedStage,
  Resend,
  SendFailed,
  StageDue,
  StageVerdict,
  TimerFired,
} from './events.ts';
export { isReported } from './is-reported.ts';
export { judgeStage, type StageFacts, type Template } from './judge-stage.ts';
export { longestReceipt } from './longest-receipt.ts';
export {
  type CallbackFailure,
  nextAttemptIn,
  type RetrySchedule,
  readRetryAfter,
  resendDelay,
  retrySchedule,
} from './retry-schedule.ts';
export { contentOf, readContent, type StageContent } from './stage-content.ts';
export {
  type Attempt,
  accepted,
  type CascadeState,
  type Change,
  type Followup,
  type Move,
  type PlannedStage,
  type Transition,
} from './state.ts';
export { type AttemptStatus, type GatewayStatus, isDelivered, isHigher, isUnderWay } from './status-rank.ts';
export { attemptAt, isDue, isHeldBy, transition } from './transition.ts';
