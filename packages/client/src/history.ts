/** A client that asks the provider what became of a message (ADR-0035). */

export {
  createHistoryClient,
  type HistoryClient,
  type ResolvingOptions,
} from './history/create-history-client.ts';
export type { MessageSearch } from './history/find-message.ts';
export type { Resolved, UnknownResolution } from './history/resolve-unknown.ts';
