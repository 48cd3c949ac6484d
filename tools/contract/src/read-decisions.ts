import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shapeCheck } from './check-shape.ts';
import type { Decision } from './entries.ts';
import { ContractError, type Fault } from './fault.ts';
import { parseYaml, readText, type YamlFile } from './yaml-file.ts';

/** spec/decisions/NNNN-*.md in the order of their numbers. */
export function readDecisions(root: string): Decision[] {
  const files = readdirSync(join(root, 'spec/decisions')).filter((name) => /^\d{4}-.+\.md$/.test(name));
  const decisions: Decision[] = [];
  const faults: Fault[] = [];
  const check = shapeCheck(root, 'decision');
  for (const file of files.sort()) {
    const path = `spec/decisions/${file}`;
    const { frontMatter, text } = splitFrontMatter(path, readText(root, path));
    const wrong = check(frontMatter);
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    const fields = frontMatter.value as Omit<Decision, 'id' | 'file' | 'text'>;
    const digits = file.slice(0, 4);
    if (fields.number !== Number(digits)) {
      faults.push(
        frontMatter.fault(
          '/number',
          `must be ${Number(digits)}, as the file name says; got ${fields.number}`,
        ),
      );
    }
    decisions.push({ ...fields, id: `ADR-${digits}`, file, text });
  }
  if (faults.length > 0) throw new ContractError(faults);
  return decisions;
}

function splitFrontMatter(file: string, text: string): { frontMatter: YamlFile; text: string } {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  if (match === null) {
    throw new ContractError([
      { file, line: 1, pointer: '', message: 'must begin with front matter between two lines ---' },
    ]);
  }
  const [, frontMatter = '', body = ''] = match;
  return { frontMatter: parseYaml(frontMatter, file, 1), text: body.trim() };
}
