export {
  type CallbackUrlFault,
  type CheckOptions,
  callbackUrlFaults,
  checkCallbackUrl,
} from './check-callback-url.ts';
export { type CallbackOptions, type Callbacks, startCallbacks } from './start-callbacks.ts';
export type { StatusChange } from './status-change.ts';
