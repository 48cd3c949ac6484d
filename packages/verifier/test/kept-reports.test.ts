import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptOf, merged, readNamed } from '../bench/reports.ts';
import { freshFolder } from './support/run-verifier.ts';
import { sampleReport } from './support/sample-report.ts';

test('a report is kept with its verdict on each clause, and takes the place of the one of its name', () => {
  const mock = keptOf('mock', sampleReport());
  expect(mock).toMatchObject({
    name: 'mock',
    statement: sampleReport().statement,
    verdicts: { '1/cascade': 'conformant', '8/attachmentName': 'non-conformant' },
    findings: [{ id: '0123456789', clause: '8/attachmentName' }],
  });
  const newer = keptOf('mock', sampleReport({ seed: 8 }));
  const python = keptOf('python', sampleReport());
  expect(merged([mock, python], [newer])).toEqual([newer, python]);
  expect(merged([mock], [python])).toEqual([mock, python]);
});

test('a report is read by its name and file, and what has no level is refused', async () => {
  const file = join(await freshFolder(), 'report.json');
  await writeFile(file, JSON.stringify(sampleReport()));
  expect(await readNamed(`mock 0.2.0=${file}`)).toMatchObject({ name: 'mock 0.2.0', seed: 7 });
  await expect(readNamed(file)).rejects.toThrow(`--add: expected NAME=FILE, found '${file}'`);
  await writeFile(file, '{}');
  await expect(readNamed(`mock=${file}`)).rejects.toThrow('expected a report with a level');
});
