/** A provider for unit tests: answers as the contract says, without a server. */
export { type CaseName, caseNames, type ProvokingRequest, provokingRequest } from './testing/cases.ts';
export {
  createTestProvider,
  type TestProvider,
  type TestProviderOptions,
} from './testing/create-test-provider.ts';
export type { Interference } from './testing/interference.ts';
export { type UndeliveredOptions, undeliveredEvent } from './testing/undelivered-event.ts';
