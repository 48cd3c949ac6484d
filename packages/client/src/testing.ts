/** A provider for unit tests: answers as the contract says, without a server. */

export type { TestCascade } from './test-provider/account.ts';
export { type CaseName, caseNames, type ProvokingRequest, provokingRequest } from './test-provider/cases.ts';
export {
  createTestProvider,
  type TestProvider,
  type TestProviderOptions,
} from './test-provider/create-test-provider.ts';
export type { Interference } from './test-provider/interference.ts';
export { type UndeliveredOptions, undeliveredEvent } from './test-provider/undelivered-event.ts';
