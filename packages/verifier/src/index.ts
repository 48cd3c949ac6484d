/** Contract tests for any implementation of the cascade API, in any language. */
export type { HttpRequest } from './exchange/http-request.ts';
export type { Profile } from './profile/profile.ts';
export { ProfileError, type ProfileFault } from './profile/profile-error.ts';
export { parseProfile, readProfile } from './profile/read-profile.ts';
export { exitCodeOf, type Finding, type LedgerRow, type PhaseSummary, type Report } from './report/report.ts';
export type { Phase } from './scenario/scenario.ts';
export { type VerifyOptions, verify } from './verify.ts';
export { type VerifyReceiverOptions, verifyReceiver } from './verify-receiver.ts';
