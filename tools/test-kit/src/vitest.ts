/** What needs a running test. The benchmarks use `@cascade/test-kit`, which does not load Vitest. */

export { closedAfterTest, killedAfterTest } from './for-this-test.ts';
export { testNeedsNode } from './needs-node.ts';
export { chunk, connectTo, exchange, head, statusesOf } from './raw.ts';
