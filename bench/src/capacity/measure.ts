import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { measureCascades } from './measure-cascades.ts';
import { measureIntake } from './measure-intake.ts';

/**
 * Measures what the capacity model is fitted to: processor time and log bytes of commits and cascades (Linux
 * only).
 */
readCommand({
  run: 'npx pnpm --filter @cascade/bench capacity-costs',
  says: 'Processor time of commits by size and of cascades by rate. Three minutes on an idle machine, Linux only; writes results/capacity-costs.json.',
  examples: { '': 'as in the result file' },
});
const folder = (name: string) => join(tmpdir(), `cascade-capacity-${process.pid}-${name}`);
const [intakeFolder, cascadesFolder] = [folder('intake'), folder('cascades')];

const intake = await measureIntake(intakeFolder);
const cascades = await measureCascades(cascadesFolder);
report('capacity-costs', 'npx pnpm --filter @cascade/bench capacity-costs', {
  says: 'processor time of Node and of all processes of PostgreSQL: for one commit of the intake by its size, and for one whole cascade of one stage and three callbacks by the rate, with what is used at rest taken off',
  intake,
  cascades,
});
for (const path of [intakeFolder, cascadesFolder]) await rm(path, { recursive: true, force: true });
