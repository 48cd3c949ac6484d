/** A client that asks the provider what became of a message (ADR-0035). */

export type { MessageSearch, Resolved, UnknownResolution } from './history/create-history-client.ts';
export {
  createHistoryClient,
  type HistoryClient,
  type ResolvingOptions,
} from './history/create-history-client.ts';
