import type { ChangedMessage } from '../callbacks/fresh-events.ts';
import type { CascadeRun } from './cascade-run.ts';
import type { CascadeState } from './cascade-state.ts';

/** What the callbacks of a batch say, as it was committed. */
export function changedMessage({ cascade, state, changes }: CascadeRun): ChangedMessage {
  const { accountId, traceparent, requestIdAsSent, cascadeId, comment } = cascade;
  return {
    ...{ accountId, traceparent, requestIdAsSent, cascadeId, comment, changes },
    messageId: state.messageId,
    plan: state.plan,
    markBefore: markOf(cascade.state),
    markAfter: markOf(state),
  };
}

/** What decides on the receivers of the callbacks of a batch. */
export function addressesOf({ cascade: { accountId }, state: { plan }, changes }: CascadeRun) {
  return changes.map(({ position }) => ({ accountId, stage: plan[(position ?? 0) - 1] ?? null }));
}

/** Each event of a message adds an attempt, or changes the status of one at a later time. */
function markOf({ attempts }: CascadeState): string {
  return attempts.map(({ status, changedAt }) => `${status} ${changedAt.getTime()}`).join();
}
