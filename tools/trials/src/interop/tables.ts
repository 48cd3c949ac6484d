import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { type Command, fillPlaces } from './run-command.ts';

/** Commands, each with `{names}` in the places of values; the YAML files say what each does. */
type Commands = readonly string[];

interface Row {
  readonly name: string;
  readonly language: string;
  /** Each must succeed, or the toolchain is absent. */
  readonly needs: Commands;
}

/** A code generator, as `interop-programs/tools.yaml` has it. */
export interface Tool extends Row {
  readonly version: string;
  readonly reads: 'openapi' | 'asyncapi';
  readonly refuses?: readonly string[];
  /**
   * Flags that our trial adds to those that every user gives, and why, as Markdown; absent if it needs none.
   */
  readonly flags?: string;
  readonly why?: string;
  /** In the place of `flags`, where these are left out. */
  readonly defaults?: string;
  /** How it is used, a line each. `remark`: what one must know besides, as Markdown. */
  readonly lines: Readonly<Record<'install' | 'generate' | 'call', string>> & {
    readonly file?: readonly [name: string, program: string];
    readonly remark?: string;
  };
  /** Files to copy before compiling: the name in `interop-programs`, and the name in the folder. */
  readonly programs: Readonly<Record<string, string>>;
  readonly install: Commands;
  readonly generate: Commands;
  readonly compile: Commands;
  readonly run: string;
}

/** A kit, as `interop-programs/kits.yaml` has it; its name is that of its folder. */
export interface Kit extends Row, Readonly<Record<'send' | 'receive' | 'verify' | 'steps', string>> {
  readonly sources: readonly string[];
  readonly reads?: readonly string[];
  readonly crash?: string;
  readonly rehearsal?: string;
  readonly build: Commands;
  readonly linters: Readonly<Record<string, { readonly run: string; readonly version?: string }>>;
  readonly match: Readonly<Record<'program' | 'file' | 'check', string>>;
  readonly first?: string;
}

/** The folder of the kits. */
export const kitsFolder = join(repositoryRoot, 'packages/kits');
/** Programs of ours, and the tables. */
export const programsFolder = fileURLToPath(new URL('../../interop-programs', import.meta.url));

function read<Table>(name: string) {
  const { value } = readYamlFile(repositoryRoot, `tools/trials/interop-programs/${name}.yaml`);
  return value as Table & { readonly parts: Values };
}

type Values = Readonly<Record<string, string>>;

const ofTools = read<{ tools: readonly Tool[] }>('tools');
const ofKits = read<{ kits: readonly Kit[] }>('kits');

/** What `npm run trials -- interop` tries, in this order. */
export const { tools } = ofTools;
export const { kits } = ofKits;

const parts = { ...ofTools.parts, ...ofKits.parts };

/** Values of every command. */
export const everywhere: Values = {
  node: process.execPath,
  programs: programsFolder,
  webhooks: process.env.STANDARD_WEBHOOKS_CSHARP ?? 'STANDARD_WEBHOOKS_CSHARP',
};

/**
 * A command of a table with its values, of which `flags` may name others. Separates the words before it fills
 * in values, since a path may have spaces. Words in double quotes are one; what begins with `$ ` is for the
 * shell.
 */
export function commandOf(written: string, { flags = '', ...own }: Values = {}): Command {
  const text = fillPlaces(written, { ...parts, flags });
  const values = { ...everywhere, ...own };
  if (text.startsWith('$ ')) return ['bash', '-c', fillPlaces(text.slice(2), values)];
  const [program = '', ...args] = [...text.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) =>
    fillPlaces(quoted ?? word, values),
  );
  return [program, ...args];
}

export function commandsOf(written: Commands, values?: Values): readonly Command[] {
  return written.map((one) => commandOf(one, values));
}
