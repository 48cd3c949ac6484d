import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { YamlFile } from '@cascade/yaml-file';
import { shapeCheck } from './check-shape.ts';
import { collectFaults } from './collect-faults.ts';
import { ContractError } from './contract-error.ts';
import type { Decision } from './entries.ts';
import { parseFrontMatter, readText } from './yaml-file.ts';

/** A decision, and its front matter, which knows the line of each member. */
export interface ListedDecision {
  readonly file: YamlFile;
  readonly decision: Decision;
}

type FrontMatter = Omit<Decision, 'id' | 'file' | 'text'>;

/** spec/decisions/NNNN-*.md in the order of their numbers. */
export function readDecisions(root: string): readonly ListedDecision[] {
  const files = readdirSync(join(root, 'spec/decisions')).filter((name) => /^\d{4}-.+\.md$/.test(name));
  const check = shapeCheck<FrontMatter>(root, 'decision');
  return collectFaults<ListedDecision[]>(files.sort().map((name) => () => readDecision(root, name, check)));
}

function readDecision(root: string, name: string, check: (file: YamlFile) => FrontMatter): ListedDecision {
  const path = `spec/decisions/${name}`;
  const { frontMatter: file, text } = splitFrontMatter(path, readText(root, path));
  const fields = check(file);
  const digits = name.slice(0, 4);
  if (fields.number !== Number(digits)) {
    const message = `expected ${Number(digits)}, the number in the file name, found ${fields.number}`;
    throw new ContractError([file.locate({ pointer: '/number', message })]);
  }
  return { file, decision: { ...fields, id: `ADR-${digits}`, file: name, text } };
}

function splitFrontMatter(file: string, text: string): { frontMatter: YamlFile; text: string } {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  if (match === null) {
    const message = 'expected front matter between two lines ---';
    throw new ContractError([{ file, line: 1, column: 1, pointer: '', message }]);
  }
  const [, frontMatter = '', body = ''] = match;
  return { frontMatter: parseFrontMatter(frontMatter, file), text: body.trim() };
}
