import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/** Measures the build of the whole site: five runs, each in a new process. Target: median below 5 s. */
const build = fileURLToPath(new URL('../src/build.ts', import.meta.url));
const runs = 5;

const seconds = Array.from({ length: runs }, () => {
  const begin = performance.now();
  execFileSync(process.execPath, [build], { stdio: 'ignore' });
  return (performance.now() - begin) / 1_000;
}).toSorted((a, b) => a - b);

const shown = seconds.map((one) => one.toFixed(2)).join(', ');
process.stdout.write(`median ${seconds[Math.floor(runs / 2)]?.toFixed(2)} s of ${shown}\n`);
