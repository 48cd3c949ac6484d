/** A mock provider: the right answer for the request at hand, from the description by way of Prism. */
export { createMock } from './create-mock.ts';
export type { Mock, MockAnswer, MockOptions } from './mock.ts';
export type { Provider } from './provider/provider.ts';
export { ProviderFileError } from './provider/provider-file-error.ts';
export type { MockRequest } from './request/mock-request.ts';
export { type RunningMock, type StartOptions, startMock } from './start-mock.ts';
