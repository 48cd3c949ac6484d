// Runs the alert rules of deploy/ in a real Prometheus, on real replicas, and causes what each alert reports.
//
//   npm --prefix bench run alerts
//
// Needs Prometheus (Debian: prometheus), and 3 minutes of two cores that do little else.

import { spawnSync } from 'node:child_process';
import { runAlerts } from './causes.ts';

if (spawnSync('prometheus', ['--version']).status !== 0)
  process.stdout.write('skipped: this machine has no prometheus\n');
else process.exitCode = (await runAlerts()) ? 0 : 1;
