import { createPipeline, type Pipeline } from './pipeline.ts';
import { callbacksPerCascade, stepsOf } from './plant.ts';
import { createServer, type Server } from './server.ts';
import type { Cascade, Shared } from './shared.ts';

/** One simulated replica. */
export interface Replica {
  readonly intake: Pipeline;
  readonly node: Server;
  /** The callbacks under way: to all receivers, and to that of the hot account. */
  readonly slots: Server;
  readonly hotSlots: Server;
}

/** Starts a replica: one core, three group commits one after the other, and slots for callbacks. */
export function startReplica(shared: Shared, onEnded: (cascades: readonly Cascade[]) => void): Replica {
  const { events, plant } = shared;
  const { seconds, slots: places, ofOne } = plant.receiver;
  const node = createServer(events, 1);
  // All slots as one server, faster by their number; the time of a single callback is added after it.
  const slots = createServer(events, 1);
  const hotSlots = createServer(events, 1);
  const [intakeStep, engineStep, callbackStep] = stepsOf(plant.costs);
  const record = createPipeline({ ...shared, node }, callbackStep, onEnded);
  const call = (cascades: readonly Cascade[]) =>
    slots.use((cascades.length * callbacksPerCascade * seconds) / places, () =>
      events.after(seconds, () => record.add(cascades)),
    );
  const callHot = (cascades: readonly Cascade[]) =>
    hotSlots.use((cascades.length * callbacksPerCascade * seconds) / ofOne, () => call(cascades));
  const engine = createPipeline({ ...shared, node }, engineStep, (cascades) => {
    const [hot, others] = partition(cascades, ({ account }) => account === 0);
    if (hot.length > 0) callHot(hot);
    if (others.length > 0) call(others);
  });
  const intake = createPipeline({ ...shared, node }, intakeStep, engine.add);
  return { intake, node, slots, hotSlots };
}

function partition<Item>(list: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [list.filter(isFirst), list.filter((item) => !isFirst(item))];
}
