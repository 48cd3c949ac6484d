/** Events in the order of their times; events of the same time in the order in which they were added. */
export interface EventQueue {
  /** Seconds since the simulation began. */
  readonly now: number;
  after(seconds: number, happen: () => void): void;
  /** Runs every event that is due until then. */
  runUntil(end: number): void;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

/** A clock that jumps from event to event; a binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Due[] = [];
  let now = 0;
  let order = 0;
  return {
    get now() {
      return now;
    },
    after(seconds, happen) {
      order += 1;
      push(heap, { at: now + seconds, order, happen });
    },
    runUntil(end) {
      for (let next = heap[0]; next !== undefined && next.at <= end; next = heap[0]) {
        removeFirst(heap);
        now = next.at;
        next.happen();
      }
      now = end;
    },
  };
}

function isBefore(a: Due, b: Due | undefined): boolean {
  return b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Due[], due: Due): void {
  let index = heap.length;
  while (index > 0) {
    const parent = heap[(index - 1) >> 1];
    if (parent === undefined || !isBefore(due, parent)) break;
    heap[index] = parent;
    index = (index - 1) >> 1;
  }
  heap[index] = due;
}

function removeFirst(heap: Due[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[index * 2 + 1];
    const right = heap[index * 2 + 2];
    if (left === undefined) break;
    const [child, at] = isBefore(left, right) ? [left, index * 2 + 1] : [right, index * 2 + 2];
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = at;
  }
  heap[index] = last;
}
