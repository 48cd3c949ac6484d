import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { isObject } from '../json.ts';
import type { EarlierContract } from './touched-since.ts';

/**
 * The contract of a file with one of its two descriptions, or of a revision of its repository, in which the
 * command then runs. @throws {Error} if it is neither.
 */
export async function readEarlier(where: string, cwd: string = process.cwd()): Promise<EarlierContract> {
  return existsSync(where) ? descriptionIn(where) : contractAt(where, cwd);
}

function descriptionIn(file: string): EarlierContract {
  const description: unknown = parse(readFileSync(file, 'utf8'));
  if (isObject(description) && 'openapi' in description) return { openapi: description };
  if (isObject(description) && 'asyncapi' in description) return { asyncapi: description };
  throw new Error(`--since: ${file} is not a description of OpenAPI or AsyncAPI`);
}

const run = promisify(execFile);
const mostBytes = 64 * 1_024 * 1_024;

async function contractAt(revision: string, cwd: string): Promise<EarlierContract> {
  const git = async (...args: readonly string[]) =>
    (await run('git', [...args], { cwd, maxBuffer: mostBytes })).stdout;
  // Not an option of git, whatever it begins with.
  const commit = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ).catch(() => {
    throw new Error(`--since: ${revision} is neither a file nor a revision of the repository in ${cwd}`);
  });
  const show = (file: string): Promise<unknown> =>
    git('show', `${commit.trim()}:spec/${file}`).then(parse, () => {
      throw new Error(`--since: ${revision} has no spec/${file}; name a file with the earlier description`);
    });
  const [openapi, asyncapi, clauses, names] = await Promise.all([
    show('generated/openapi-annotated.yaml'),
    show('generated/asyncapi-annotated.yaml'),
    show('clauses.yaml'),
    git('diff', '--name-only', commit.trim(), '--', ':/spec/scenarios'),
  ]);
  const scenarios = names.split('\n').filter((name) => name.endsWith('.yaml'));
  return {
    openapi,
    asyncapi,
    clauses: sayingsIn(clauses),
    scenarios: scenarios.map((name) => basename(name, '.yaml')),
  };
}

function sayingsIn(clauses: unknown): Readonly<Record<string, string>> {
  const entries = isObject(clauses) ? Object.entries(clauses) : [];
  return Object.fromEntries(entries.map(([id, each]) => [id, isObject(each) ? String(each.says) : '']));
}
