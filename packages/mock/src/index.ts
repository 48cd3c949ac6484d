/** A mock provider: judges each request by the contract; Prism renders the answer from the description. */
export { SceneFileError } from './control/read-scenes.ts';
export { createMock } from './create-mock.ts';
export type { Mock, MockAnswer, MockOptions } from './mock.ts';
export type { Provider } from './provider/provider.ts';
export { ProviderFileError } from './provider/provider.ts';
export type { MockRequest } from './request.ts';
export { type RunningMock, type StartOptions, startMock } from './start-mock.ts';
