/** A provider for unit tests: answers as the contract says, without a server. */

export type { TestCascade } from './test-provider/account.ts';
export {
  type CaseName,
  caseNames,
  type ProvokingRequest,
  provokingRequest,
} from './test-provider/account.ts';
export type { Interference } from './test-provider/create-test-provider.ts';
export {
  createTestProvider,
  type TestProvider,
  type TestProviderOptions,
  type UndeliveredOptions,
  undeliveredEvent,
} from './test-provider/create-test-provider.ts';
