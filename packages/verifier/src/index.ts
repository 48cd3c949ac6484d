/** Contract tests for any implementation of the cascade API, in any language. */
export { applyBaseline } from './baseline/apply-baseline.ts';
export type { BaselineResult } from './baseline/baseline-result.ts';
export { readBaseline } from './baseline/read-baseline.ts';
export type { HttpRequest } from './exchange/http-request.ts';
export type { GatewayResult } from './gateway/demand.ts';
export {
  type GatewayReport,
  type VerifyGatewayOptions,
  verifyGateway,
} from './gateway/verify-gateway.ts';
export type { Baseline, KnownFinding } from './generated/baseline.ts';
export type { ConsumerProfile } from './generated/consumer-profile.ts';
export type { Profile } from './generated/profile.ts';
export type { ClientRun } from './phases/consumers/judge-call.ts';
export type { Client } from './phases/consumers/run-clients.ts';
export { readConsumerProfile } from './profile/read-consumer-profile.ts';
export { ProfileError, parseProfile, readProfile } from './profile/read-profile.ts';
export { toBadge, toShields } from './report/badge.ts';
export { type HtmlOptions, toHtml } from './report/html/to-html.ts';
export type { Progress } from './report/progress.ts';
export {
  exitCodeOf,
  type Finding,
  type LedgerRow,
  type Level,
  type PhaseSummary,
  type Report,
  type ScenarioResult,
} from './report/report.ts';
export { toJunit } from './report/to-junit.ts';
export { type MarkdownOptions, toMarkdown } from './report/to-markdown.ts';
export { type SarifOptions, toSarif } from './report/to-sarif.ts';
export type { Phase } from './scenario/scenario.ts';
export { type VerifyOptions, verify } from './verify.ts';
export {
  type VerifyClientOptions,
  type VerifyReceiverOptions,
  verifyClient,
  verifyReceiver,
} from './verify-consumers.ts';
