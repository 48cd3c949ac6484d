// Imported by a replica before its own code. From then on healthy for a while; then a process that leaks,
// that computes without end, and whose machine's clock is two hours ahead.

import { setPriority } from 'node:os';

const healthyMs = Number(process.env.CASCADE_HEALTHY_SECONDS) * 1_000;
const twoHours = 7_200_000;
const leaked: Buffer[] = [];
const Real = Date;

setTimeout(() => {
  globalThis.Date = new Proxy(Real, {
    construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [Real.now() + twoHours] : given),
  });
  setInterval(leak, 50).unref();
  insistOnCore();
  compute();
}, healthyMs).unref();

function leak(): void {
  if (leaked.length < 90) leaked.push(Buffer.alloc(10 * 1024 * 1024, 1));
}

/** Only root may, and only a busy machine needs it. */
function insistOnCore(): void {
  try {
    setPriority(-19);
  } catch {}
}

/** In slices, so that it still answers. */
function compute(): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
  setImmediate(compute).unref();
}
