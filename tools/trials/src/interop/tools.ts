import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { type Command, commandOf, fill, programsFolder } from './run-command.ts';

/** How a generator is used, a line each. */
interface Lines {
  readonly install: string;
  readonly generate: string;
  readonly file?: readonly [name: string, program: string];
  readonly call: string;
  /** What one must know besides, as Markdown. */
  readonly remark?: string;
}

/** What the table and a tool have alike. */
interface Described {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly reads: 'openapi' | 'asyncapi';
  readonly refuses?: readonly string[];
  /** Flags that our trial adds to those that every user gives, and why, as Markdown; absent if it needs none. */
  readonly flags?: string;
  readonly why?: string;
  readonly lines: Lines;
  /** Files to copy before compiling: the name in `interop-programs`, and the name in the folder. */
  readonly programs: Readonly<Record<string, string>>;
}

/** A code generator: how it is installed, generates, compiles and runs. All paths are absolute. */
export interface Tool extends Described {
  readonly needs: readonly Command[];
  install(home: string): readonly Command[];
  /** `flags`: with those that it needs, or as a user types it first. */
  generate(home: string, description: string, folder: string, flags: boolean): readonly Command[];
  compile(home: string, folder: string): readonly Command[];
  run(home: string, folder: string, steps: string): Command;
}

/** A row of `interop-programs/tools.yaml`, which says what its members are. */
interface Row extends Described {
  readonly needs: readonly string[];
  readonly install: readonly string[];
  readonly generate: readonly string[];
  /** In the place of `flags`, where these are left out. */
  readonly defaults?: string;
  readonly compile: readonly string[];
  readonly run: string;
}

const { parts, tools: rows } = readYamlFile(repositoryRoot, 'tools/trials/interop-programs/tools.yaml')
  .value as { readonly parts: Readonly<Record<string, string>>; readonly tools: readonly Row[] };

const everywhere = { node: process.execPath, programs: programsFolder };

/** The generators that `npm run interop` tries, in this order. */
export const tools: readonly Tool[] = rows.map((row) => {
  const { version } = row;
  const all = (commands: readonly string[], values = {}) =>
    commands.map((command) => commandOf(fill(command, parts), { ...everywhere, version, ...values }));
  return {
    ...row,
    needs: all(row.needs),
    install: (home) => all(row.install, { home }),
    generate: (home, description, folder, flags) => {
      const given = (flags ? row.flags : row.defaults) ?? '';
      const commands = row.generate.map((command) => command.replace('{flags}', given));
      return all(commands, { home, description, folder });
    },
    compile: (home, folder) => all(row.compile, { home, folder }),
    run: (home, folder, steps) =>
      commandOf(fill(row.run, parts), { ...everywhere, version, home, folder, steps }),
  };
});
