/** Receive status callbacks: verified, typed, once. Runs wherever there are Fetch and Web Crypto. */
export {
  createStatusHandler,
  type StatusHandler,
  type StatusHandlerOptions,
} from './create-status-handler.ts';
export type { Claim, EventStore } from './event-store.ts';
export { createMemoryStore, type MemoryStoreOptions } from './memory-store.ts';
export type { ReceivedEvent } from './received-event.ts';
