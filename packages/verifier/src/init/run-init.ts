import { readFile, writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { stringify } from 'yaml';
import { type Cli, option, parseKey } from '../cli/options.ts';
import { createTarget } from '../exchange/create-target.ts';
import type { Profile, ProfileCascade } from '../generated/profile.ts';
import { profileTemplate } from '../run-time-files.ts';
import { detectProfile, isChannel } from './detect-profile.ts';

interface Options {
  /** With both, the provider is tried; else the template is written. */
  readonly target?: string;
  readonly key?: string;
  readonly address: string;
  readonly cascade?: readonly ProfileCascade[];
}

/** Writes a profile: what the provider at the target accepts, or the template. It never asks. */
export function addInit(program: Command, cli: Cli): void {
  program
    .command('init')
    .description(
      'writes a profile: with --target what the provider accepts, else the template; it reads the key from CASCADE_KEY, as the profile does',
    )
    .argument('[file]', 'to write', 'profile.yaml')
    .addOption(option.target())
    .option('--key <key>', 'a valid key, in place of CASCADE_KEY; it is not written', parseKey)
    .option(
      '--cascade <id=SMS,…>',
      'a cascade and the channels of its stages, for a provider that does not list its own; repeatable',
      (text, before: readonly ProfileCascade[] = []) => [...before, readCascade(text)],
    )
    .addOption(option.address())
    .addHelpText(
      'after',
      `
Examples:
  cascade-verify init
  CASCADE_KEY=demo-key cascade-verify init --target http://127.0.0.1:4012 --cascade 31634=CHATONE,SMS`,
    )
    .action(async (file: string, options: Options) => {
      await init(file, options, cli.terminal.out);
      cli.end(0);
    });
}

function readCascade(text: string): ProfileCascade {
  const [id = '', names = ''] = text.split('=');
  const channels = names.split(',').filter(isChannel);
  if (!/^\d+$/.test(id) || channels.length !== names.split(',').length)
    throw new InvalidArgumentError('Expected an id and its channels, as in 31634=CHATONE,SMS.');
  return { id: Number(id), stages: channels.map((channel) => ({ channel })) };
}

async function init(file: string, options: Options, out: (text: string) => void): Promise<void> {
  const { target, address, cascade: cascades = [] } = options;
  const key = options.key ?? (target === undefined ? undefined : process.env[keyVariable] || undefined);
  if ((target === undefined) !== (key === undefined))
    throw new Error(
      `init: with --target set ${keyVariable} to a valid key, or pass --key; pass neither for the template`,
    );
  const template = await readFile(profileTemplate, 'utf8');
  if (target === undefined || key === undefined) {
    await writeNew(file, template);
    return out(`wrote ${file}; fill it in, ${andRun(file)}`);
  }
  const asked = createTarget({ url: target });
  try {
    const { profile, told } = await detectProfile({ address, cascades, key, target: asked });
    const keys = { ...profile.keys, good: `\${${keyVariable}}` };
    await writeNew(file, toText({ ...profile, keys }, template));
    out(`${told.join('\n')}\nwrote ${file}; ${andRun(file)}`);
  } finally {
    await asked.close();
  }
}

/** The variable with the key, in the profile that is written. */
const keyVariable = 'CASCADE_KEY';

function andRun(file: string): string {
  return `set ${keyVariable} to the key, then run: cascade-verify --profile ${file}\n`;
}

/** What was found, then what of the template is still to be filled in. */
function toText(profile: Profile, template: string): string {
  const rest = template.slice(template.indexOf('# Fields whose place or name'));
  const intro = `# Written by cascade-verify init: what the provider accepted. The key is in the environment: ${keyVariable}.\n`;
  return `${intro}${stringify(profile, { aliasDuplicateObjects: false })}\n${rest}`;
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${file} exists already; it was not changed`);
  });
}
