import { spawnSync } from 'node:child_process';
import { readCommand } from '../command.ts';
import { runAlerts } from './causes.ts';

readCommand({
  run: 'npx pnpm --filter @cascade/bench alerts',
  says: 'Causes what each alert of deploy/ reports, on two replicas with a real Prometheus. Four minutes; needs Prometheus, and is skipped without it. Writes results/alerts.json.',
  examples: { '': 'as in the result file' },
});
if (spawnSync('prometheus', ['--version']).status !== 0)
  process.stdout.write('skipped: this machine has no prometheus\n');
else process.exitCode = (await runAlerts()) ? 0 : 1;
