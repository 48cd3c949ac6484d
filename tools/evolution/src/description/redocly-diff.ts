import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runRedocly } from '@cascade/bundle/redocly';
import type { Change } from '../change.ts';
import { isSame, type JsonObject, objectOf } from '../json.ts';
import { directionOf, inEachDirection, type Judged } from './direction.ts';
import { impactOf, isCallbackHeader, isConstraint } from './redocly-verdict.ts';
import { reportWords } from './report-words.ts';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const config = 'extends: [diff-recommended]\ntelemetry: off\n';

/** Redocly takes its time, so reports are kept under the hash of their inputs. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/redocly-diff', import.meta.url));

/**
 * What `redocly diff` makes of two states of a description, each place once.
 * @throws {Error} with Redocly's report when it cannot compare them.
 */
export async function redoclyDiff(
  subject: 'openapi' | 'asyncapi',
  before: JsonObject,
  now: JsonObject,
): Promise<Change[]> {
  if (isSame(before, now)) return [];
  const inputs = [before, now].map((description) => JSON.stringify(description));
  const version = await readFile(redocly);
  const hash = createHash('sha256').update(version).update(config).update(inputs.join('\n')).digest('hex');
  const kept = join(cache, `${hash}.json`);
  const report = await readFile(kept, 'utf8').catch(() => runAndKeep(inputs, kept));
  return readReport(subject, JSON.parse(report), now);
}

async function runAndKeep([before = '', now = '']: readonly string[], kept: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'cascade-evolution-'));
  try {
    await writeFile(join(folder, 'redocly.yaml'), config);
    await writeFile(join(folder, 'before.json'), before);
    await writeFile(join(folder, 'now.json'), now);
    const options = ['--config=redocly.yaml', '--format=json', '--fail-on=none', '--output=diff.json'];
    await runRedocly(['diff', 'before.json', 'now.json', ...options], folder);
    const report = await readFile(join(folder, 'diff.json'), 'utf8');
    // Comparisons may run at the same time: a rename never leaves a half-written file.
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, report);
    await rename(unfinished, kept);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A schema that several operations share is reported for each of them: its own pointer counts, once. */
function readReport(subject: 'openapi' | 'asyncapi', report: unknown, now: JsonObject): Change[] {
  const { changes } = objectOf(report);
  if (!Array.isArray(changes)) throw new Error('redocly diff: expected a list of changes, found none');
  const read = changes
    .map(objectOf)
    .filter((change) => !isCallbackHeader(change))
    .map((change): Judged => {
      const direction = isConstraint(change) ? directionOf(subject, String(change.path)) : undefined;
      const at = pointerOf(change) ?? String(change.path);
      const impact = impactOf(change, direction);
      return { change: { impact, subject, at, ...reportWords(change, at, now) }, direction };
    });
  return inEachDirection(read);
}

function pointerOf({ revision, base }: JsonObject): string | undefined {
  const { pointer } = { ...objectOf(base), ...objectOf(revision) };
  return typeof pointer === 'string' ? pointer.replace(/^#/, '') : undefined;
}
