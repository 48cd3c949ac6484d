import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Change } from '../change.ts';
import { isImpact } from '../impact.ts';
import { isSame, type JsonObject, objectOf } from '../json.ts';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const run = promisify(execFile);

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
  const folder = await mkdtemp(join(tmpdir(), 'cascade-evolution-'));
  try {
    await writeFile(join(folder, 'redocly.yaml'), 'extends: [diff-recommended]\ntelemetry: off\n');
    await writeFile(join(folder, 'before.json'), JSON.stringify(before));
    await writeFile(join(folder, 'now.json'), JSON.stringify(now));
    const options = ['--config=redocly.yaml', '--format=json', '--fail-on=none', '--output=diff.json'];
    await run(process.execPath, [redocly, 'diff', 'before.json', 'now.json', ...options], { cwd: folder });
    const report: unknown = JSON.parse(await readFile(join(folder, 'diff.json'), 'utf8'));
    return readReport(subject, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A schema that several operations share is reported for each of them: its own pointer counts, once. */
function readReport(subject: 'openapi' | 'asyncapi', report: unknown): Change[] {
  const { changes } = objectOf(report);
  if (!Array.isArray(changes)) throw new Error('redocly diff: expected a list of changes, found none');
  const read = changes.map(objectOf).map((change): Change => {
    const { impact, path, kind, typeName, property, verdicts } = change;
    if (!isImpact(impact))
      throw new Error(
        `redocly diff: expected the impact patch, minor or major, found ${JSON.stringify(impact)}`,
      );
    const messages = Array.isArray(verdicts) ? verdicts.map((verdict) => objectOf(verdict).message) : [];
    const plain = [typeName, property, kind].filter((part) => typeof part === 'string').join(' ');
    return {
      impact,
      subject,
      at: pointerOf(change) ?? String(path),
      says: messages.length > 0 ? messages.join(' ') : plain,
    };
  });
  return [...new Map(read.map((change) => [JSON.stringify(change), change])).values()];
}

function pointerOf({ revision, base }: JsonObject): string | undefined {
  const { pointer } = { ...objectOf(base), ...objectOf(revision) };
  return typeof pointer === 'string' ? pointer.replace(/^#/, '') : undefined;
}
