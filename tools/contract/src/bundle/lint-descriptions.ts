import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFault } from '@cascade/yaml-file';
import { ContractError, readYamlFile, valueAt } from '../index.ts';
import { redoclyResult } from './redocly/run-redocly.ts';

/** What Redocly's lint reports in JSON, as far as it is read here. */
interface Finding {
  readonly ruleId: string;
  readonly message: string;
  readonly suggest?: readonly string[];
  /** The reference that led to the place. */
  readonly from?: Place;
  readonly location: readonly [Place & { readonly start: { readonly line: number; readonly col: number } }];
}

interface Place {
  readonly source: { readonly ref: string };
  readonly pointer?: string;
}

/**
 * The faults that the lint of spec/redocly.yaml finds in the descriptions below `root`; none if they pass. Of
 * faults that follow from others, only the others: a broken reference, for example, breaks examples too.
 * @throws {Error} with Redocly's report if it cannot lint.
 */
export async function lintDescriptions(root: string): Promise<readonly FileFault[]> {
  const args = ['lint', '--config=redocly.yaml', '--format=json', '--max-problems=1000'];
  const { code, out, err } = await redoclyResult(args, join(root, 'spec'));
  if (code === 0) return [];
  const syntax = syntaxFaults(root);
  if (syntax.length > 0) return syntax;
  const findings = reportsIn(out).flatMap(({ problems }) => problems);
  if (findings.length === 0) throw new Error(`${out}${err}`.trim());
  const faults = causesIn(findings).map((finding) => toFault(root, finding));
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Redocly names one fault of a file; the parser names all of every file. */
function syntaxFaults(root: string): readonly FileFault[] {
  const files = globSync('spec/{redocly.yaml,{openapi,asyncapi,gateway,mock,workflows}/**/*.yaml}', {
    cwd: root,
  });
  return files.toSorted().flatMap((file) => {
    try {
      readYamlFile(root, file);
      return [];
    } catch (error) {
      if (error instanceof ContractError) return error.faults;
      throw error;
    }
  });
}

/** Redocly prints one report for each description, with nothing in between. */
function reportsIn(out: string): readonly { readonly problems: readonly Finding[] }[] {
  return out.startsWith('{') ? JSON.parse(`[${out.replaceAll(/^\}\{$/gm, '},{')}]`) : [];
}

/** Rules whose faults cause others, the first cause first. */
const causes: readonly string[] = [
  'cascade/reference-resolves',
  'struct',
  'cascade/annotation-is-known',
  'cascade/required-names-property',
  'cascade/schema-compiles',
];

/** Rules whose faults follow from others. */
const effects: readonly string[] = [
  'cascade/constraint-names-problem',
  'cascade/examples-fit',
  'cascade/file-is-used',
];

function causesIn(findings: readonly Finding[]): readonly Finding[] {
  const first = causes.find((rule) => findings.some(({ ruleId }) => ruleId === rule));
  if (first !== undefined) return findings.filter(({ ruleId }) => ruleId === first);
  return findings.toSorted((a, b) => effects.indexOf(a.ruleId) - effects.indexOf(b.ruleId));
}

function toFault(
  root: string,
  { message, suggest = [], from, location: [{ source, pointer, start }] }: Finding,
): FileFault {
  const file = `spec/${source.ref}`;
  const place = (pointer ?? '').replace(/^#\/?$|^#/, '');
  const isChoice = message.includes('can be one of the following only');
  const found = isChoice ? `, found ${JSON.stringify(valueAt(readYamlFile(root, file).value, place))}` : '';
  const [near] = suggest;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const led = from === undefined ? '' : ` (by the $ref in spec/${from.source.ref}${from.pointer ?? ''})`;
  return {
    file,
    line: start.line,
    column: start.col,
    pointer: place,
    message: `${message.replace(/\.$/, '')}${found}${hint}${led}`,
  };
}
