import { join } from 'node:path';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { type Command, commandOf, fill, programsFolder } from './run-command.ts';

/** What the table and a kit have alike. */
interface Described {
  /** Its folder. */
  readonly name: string;
  readonly language: string;
  readonly sources: readonly string[];
}

/** A kit, and the commands that build, lint and run it in a folder; `interop-programs/kits.yaml` says what each does. */
export interface Kit extends Described {
  readonly needs: readonly Command[];
  build(folder: string): readonly Command[];
  linters(folder: string): Readonly<Record<string, { readonly run: Command; readonly version?: Command }>>;
  send(folder: string): Command;
  receive(folder: string): Command;
  verify(folder: string): Command;
  steps(folder: string): Command;
  readonly match: { readonly program: string; readonly file: string; check(folder: string): Command };
  first?(folder: string): string;
}

interface Row extends Described, Readonly<Record<'send' | 'receive' | 'verify' | 'steps', string>> {
  readonly needs: readonly string[];
  readonly build: readonly string[];
  readonly linters: Readonly<Record<string, { readonly run: string; readonly version?: string }>>;
  readonly match: Readonly<Record<'program' | 'file' | 'check', string>>;
  readonly first?: string;
}

/** The folder of the kits. */
export const kitsFolder = join(repositoryRoot, 'packages/kits');

const { parts, kits: rows } = readYamlFile(repositoryRoot, 'tools/trials/interop-programs/kits.yaml')
  .value as { readonly parts: Readonly<Record<string, string>>; readonly kits: readonly Row[] };

const webhooks = process.env.STANDARD_WEBHOOKS_CSHARP ?? 'STANDARD_WEBHOOKS_CSHARP';

/** The kits that `npm run interop` tries, in this order. */
export const kits: readonly Kit[] = rows.map(({ first, ...row }) => {
  const of = (text: string, folder = '') =>
    commandOf(fill(text, parts), { programs: programsFolder, webhooks, folder });
  const { match, linters } = row;
  return {
    ...row,
    needs: row.needs.map((command) => of(command)),
    build: (folder) => row.build.map((command) => of(command, folder)),
    linters: (folder) =>
      Object.fromEntries(
        Object.entries(linters).map(([name, { run, version }]) => [
          name,
          { run: of(run, folder), ...(version !== undefined && { version: of(version, folder) }) },
        ]),
      ),
    send: (folder) => of(row.send, folder),
    receive: (folder) => of(row.receive, folder),
    verify: (folder) => of(row.verify, folder),
    steps: (folder) => of(row.steps, folder),
    match: {
      program: join(programsFolder, match.program),
      file: match.file,
      check: (folder) => of(match.check, folder),
    },
    ...(first !== undefined && { first: (folder: string) => fill(first, { webhooks, folder }) }),
  };
});
