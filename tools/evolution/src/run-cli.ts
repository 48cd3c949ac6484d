import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { compare } from './compare.ts';
import { evolutionPage, pagePath } from './edits/page.ts';
import { contractPackage, describedVersion, judge, plannedBump } from './judge.ts';
import { readBaseline, readPresent, writeBaseline } from './release.ts';
import { atRevision } from './revision.ts';
import { requireSource } from './source.ts';
import { requireCurrentBundles, stamp } from './stale-bundles.ts';
import { newlyUntested, newSurvivors, summary } from './summary.ts';
import { unannounced } from './unannounced.ts';

function createCommand() {
  return commandLine(
    'npm run evolution --',
    'Compares the contract with its last release, and prints the version that the next release must have.',
    `Examples:
  npm run evolution                       print it, and fail if the changesets give a lower version
  npm run evolution -- --against main     compare with a branch, and count only the changesets since then
  npm run --silent evolution > pr.md      a comment for the pull request

The bundles in spec/generated must be those of spec/openapi and spec/asyncapi (\`npm run generate\`).
spec/evolution.md says which change is what.

From 1.0.0 on, an operation or field is removed only if the last release has it as deprecated (ADR-0055).

Exit codes: 0 the planned version is enough, 1 it is too low or nothing can be compared, 2 wrong usage.`,
  )
    .option('--json', 'the same, for programs')
    .option(
      '--against <revision>',
      'compare with a revision of git, and count only the changesets since then',
    )
    .option('--stamp', 'put the version of @cascade/spec into the descriptions, or the next one')
    .option('--page', 'write spec/evolution.md, which lists what is judged how')
    .option('--accept', 'keep the present contract as its release (spec/baseline/<version>)');
}

/** Where the command reads and writes. */
export interface Surroundings {
  readonly root: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `npm run evolution`; gives the exit code. */
export function runCli(args: readonly string[], { root, out, err }: Surroundings): Promise<number> {
  const command = createCommand();
  return runCommand(command, (options) => perform(options, { root, out, err }), { args, out, err });
}

type Options = ReturnType<ReturnType<typeof createCommand>['opts']>;

async function perform(options: Options, { root, out, err }: Surroundings): Promise<number> {
  try {
    if (options.stamp === true)
      return say(out, stamp(root, describedVersion(root, readPresent(root).version)), 'stamped');
    if (options.page === true) {
      writeFileSync(join(root, pagePath), evolutionPage());
      return say(out, [pagePath], 'written');
    }
    await requireCurrentBundles(root);
    requireSource(root, readPresent(root));
    if (options.accept === true) return say(out, writeBaseline(root, readPresent(root)), 'written');
    const { against, json = false } = options;
    if (against === undefined) return await gate({ root, out, json });
    return await atRevision(root, against, (folder) =>
      gate({ root, out, json, former: { revision: against, folder } }),
    );
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

interface Gate {
  readonly root: string;
  readonly out: Surroundings['out'];
  readonly json: boolean;
  /** In place of the last release. */
  readonly former?: { readonly revision: string; readonly folder: string };
}

async function gate({ root, out, json, former }: Gate): Promise<number> {
  const released = former === undefined ? readBaseline(root) : readPresent(former.folder);
  const present = readPresent(root);
  if (released === undefined)
    throw new Error(
      'expected a baseline in spec/baseline, found none; `npm run evolution -- --accept` writes the first one',
    );
  const changes = await compare(released, present);
  const bump = plannedBump(root, contractPackage, former?.folder);
  const versions = { released: released.version, present: present.version, bump };
  const judgement = judge(changes, versions, former === undefined ? unannounced(changes, released) : []);
  const untested = newlyUntested(released, present);
  const surviving = newSurvivors(released, present);
  out(
    json
      ? `${JSON.stringify({ ...judgement, changes, untested, surviving }, null, 2)}\n`
      : summary(judgement, changes, released, present, former?.revision),
  );
  return judgement.passes ? 0 : 1;
}

function say(out: Surroundings['out'], paths: readonly string[], done: string): number {
  out(paths.map((path) => `${path} ${done}\n`).join(''));
  return 0;
}

if (import.meta.main)
  process.exitCode = await runCli(process.argv.slice(2), {
    root: repositoryRoot,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
