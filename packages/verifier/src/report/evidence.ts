import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { loadDescribed } from '../description/load-described.ts';
import { readDescription } from '../description/read-description.ts';
import { isObject } from '../json.ts';
import { program } from '../run-time-files.ts';
import { loadClauses } from '../scenario/clauses.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Evidence } from './report.ts';

/** Whether a value of the profile must not be told, by its place. */
type IsSecret = (pointer: string) => boolean;

/** What judged, and by what. A profile counts as it was read, without what is secret in it. */
export function evidenceOf(profile?: object, isSecret: IsSecret = () => false): Evidence {
  known ??= {
    verifier: { name: manifest.name, version: manifest.version, digest: digestOfProgram() },
    digests: {
      contract: sha256(JSON.stringify(readDescription())),
      scenarios: sha256(JSON.stringify([loadClauses(), loadScenarios(), loadDescribed()])),
    },
  };
  if (profile === undefined) return known;
  const digests = { ...known.digests, profile: digestOf(withoutSecrets(profile, isSecret)) };
  return { ...known, digests };
}

/** The same throughout the process. */
let known: Evidence | undefined;

/** `sha256sum` of the bundle gives the same; the sources count with their names. */
function digestOfProgram(): string {
  const path = fileURLToPath(program);
  if (!path.endsWith('/')) return sha256(readFileSync(path));
  const files = globSync('**/*.{ts,css}', { cwd: path, exclude: ['**/*.test.ts'] }).toSorted();
  return sha256(JSON.stringify(files.map((file) => [file, readFileSync(`${path}${file}`, 'utf8')])));
}

/** Of a value, whatever the order of its members. */
function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value, (_, child: unknown) => (isObject(child) ? sorted(child) : child)));
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sha256(data: string | Buffer): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

/** A text at a secret place counts as there, whatever it is. */
function withoutSecrets(value: unknown, isSecret: IsSecret, pointer = ''): unknown {
  if (Array.isArray(value))
    return value.map((child, at) => withoutSecrets(child, isSecret, `${pointer}/${at}`));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        name,
        withoutSecrets(child, isSecret, `${pointer}/${name}`),
      ]),
    );
  return typeof value === 'string' && isSecret(pointer) ? '<secret>' : value;
}
