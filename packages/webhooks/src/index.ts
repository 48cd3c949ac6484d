/** Receive status callbacks: verified, typed, once. Needs only Fetch and Web Crypto. */
export {
  createStatusHandler,
  type StatusHandler,
  type StatusHandlerOptions,
} from './create-status-handler.ts';
export type { Claim, EventStore } from './event-store.ts';
export { createMemoryStore, type MemoryStoreOptions } from './event-store.ts';
export { type MessageOutcome, type OutcomeStage, outcomeOf, type StageStatus } from './outcome-of.ts';
export type { ReceivedEvent } from './received-event.ts';
export type { FromEnvironment, SenderOptions, Token } from './sender-checks.ts';
