/** Types and constants of the contract, generated from the description, with their guards. */
export { limits, problems, reasons } from './generated/catalogue.ts';
export type {
  Button,
  CallbackRegistration,
  Cascade,
  CascadeStage,
  ChannelContent,
  ChannelProfile,
  ChatoneContent,
  ChattwoContent,
  Content,
  ContentType,
  components,
  ListCascadesRequest,
  ListPicker,
  ListTemplatesRequest,
  MessageHistory,
  MessageHistoryEntry,
  MessageHistoryRequest,
  MessageStatus,
  MessageTemplate,
  operations,
  Problem,
  paths,
  RegisteredCallback,
  SchedulingRequest,
  SchedulingResult,
  SmsContent,
  StatusEvent,
  SubscriberFilter,
  webhooks,
} from './generated/openapi.ts';
export { assertNever, isProblem, isStatusEvent, isUndelivered, type UndeliveredEvent } from './guards.ts';
export {
  canonicalProblemCode,
  isKnownProblemCode,
  type KnownProblemCode,
  type ProblemCode,
  type ProblemFacts,
  problemCodes,
  problemFacts,
} from './problem-code.ts';
export {
  canonicalReason,
  isKnownUndeliveredReason,
  type KnownUndeliveredReason,
  type ReasonFacts,
  reasonFacts,
  type UndeliveredReason,
  undeliveredReasons,
} from './undelivered-reason.ts';
export type { WithMore } from './with-more.ts';
