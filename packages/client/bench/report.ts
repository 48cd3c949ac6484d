import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Writes a result file to commit, and prints it. */
export function writeReport(name: string, results: object): void {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
  const text = `${JSON.stringify({ name, command: `npm run ${name}`, machine, results }, null, 2)}\n`;
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, text);
  process.stdout.write(text);
}
