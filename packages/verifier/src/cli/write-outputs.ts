import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import { defined } from '../defined.ts';
import { toBadge, toShields } from '../report/badge.ts';
import { toHtml } from '../report/html/to-html.ts';
import type { Report } from '../report/report.ts';
import { toJunit } from '../report/to-junit.ts';
import { toSarif } from '../report/to-sarif.ts';
import { type OutputFormat, outputFormats, type WritingArguments } from './parse-arguments.ts';
import type { Terminal } from './terminal.ts';

const toJson = (report: Report) => `${JSON.stringify(report, undefined, 2)}\n`;

const makers: Readonly<Record<OutputFormat, (report: Report, parsed: WritingArguments) => string>> = {
  json: toJson,
  junit: toJunit,
  sarif: (report, parsed) => toSarif(report, { ...docsOf(parsed), ...profileOf(parsed) }),
  html: (report, parsed) => toHtml(report, { ...docsOf(parsed), ...savedOf(parsed) }),
  badge: toBadge,
  shields: toShields,
};

/** Makes sure that every report can be written, before the first request. @throws {Error} where one cannot. */
export async function prepareOutputs({ outputs }: WritingArguments): Promise<void> {
  for (const format of outputFormats) {
    const file = outputs[format];
    if (file === undefined || file === '-') continue;
    try {
      await mkdir(dirname(file), { recursive: true });
      await (await open(file, 'a')).close();
    } catch (error) {
      throw new Error(`--${format}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Writes the report in every form that was asked for. */
export async function writeOutputs(
  parsed: WritingArguments,
  report: Report,
  { out }: Terminal,
): Promise<void> {
  for (const format of outputFormats) {
    const file = parsed.outputs[format];
    if (file === undefined) continue;
    const text = makers[format](report, parsed);
    if (file === '-') out(text);
    else await writeFile(file, text);
  }
}

/** The file that `replay` reads: it is written now, or was read. */
function savedOf(parsed: WritingArguments): { readonly report?: string } {
  const { json } = parsed.outputs;
  const file = json ?? (parsed.command === 'report' ? parsed.file : undefined);
  return file === undefined || file === '-' ? {} : { report: file };
}

function docsOf({ docs }: WritingArguments) {
  return defined({ docs });
}

/** The place of the profile below the working directory, as SARIF wants it. */
function profileOf(parsed: WritingArguments): { profile?: string } {
  if (parsed.command === 'receiver' || parsed.command === 'client') return {};
  const path = relative(process.cwd(), parsed.profile);
  return path.startsWith('..') || isAbsolute(path) ? {} : { profile: path };
}
