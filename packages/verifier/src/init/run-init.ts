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
      'writes a profile: with --target and --key what the provider accepts, else the template; it never asks',
    )
    .argument('[file]', 'to write', 'profile.yaml')
    .addOption(option.target())
    .option('--key <key>', 'a valid key; each content is tried with a message', parseKey)
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
  cascade-verify init --target http://127.0.0.1:4012 --key demo-key --cascade 31634=CHATONE,SMS`,
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
  const { target, key, address, cascade: cascades = [] } = options;
  if ((target === undefined) !== (key === undefined))
    throw new Error('init: pass --target and --key together, or neither for the template');
  const template = await readFile(profileTemplate, 'utf8');
  if (target === undefined || key === undefined) {
    await writeNew(file, template);
    return out(`wrote ${file}; fill it in, then run: cascade-verify --profile ${file}\n`);
  }
  const asked = createTarget({ url: target });
  try {
    const { profile, told } = await detectProfile({ address, cascades, key, target: asked });
    await writeNew(file, toText(profile, template));
    out(`${told.join('\n')}\nwrote ${file}; run: cascade-verify --profile ${file}\n`);
  } finally {
    await asked.close();
  }
}

/** What was found, then what of the template is still to be filled in. */
function toText(profile: Profile, template: string): string {
  const rest = template.slice(template.indexOf('# Fields whose place or name'));
  const intro =
    '# Written by cascade-verify init: what the provider accepted. It holds a key: keep it out of version control.\n';
  return `${intro}${stringify(profile, { aliasDuplicateObjects: false })}\n${rest}`;
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${file} exists already; it was not changed`);
  });
}
