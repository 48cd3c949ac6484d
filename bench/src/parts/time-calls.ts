/** Microseconds of one call: warms up for a third of the time, and counts in batches, since clocks cost time too. */
export function timeCalls(seconds: number, work: () => unknown): number {
  spin(seconds / 3, work);
  return spin(seconds, work);
}

function spin(seconds: number, work: () => unknown): number {
  const batch = 50;
  const begin = performance.now();
  let calls = 0;
  let elapsed = 0;
  for (; elapsed < seconds * 1_000; elapsed = performance.now() - begin) {
    for (let n = 0; n < batch; n += 1) work();
    calls += batch;
  }
  return (elapsed / calls) * 1_000;
}
