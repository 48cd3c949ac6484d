import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Terminal } from '../cli/terminal.ts';
import { createTarget } from '../exchange/create-target.ts';
import type { Profile, ProfileCascade } from '../profile/profile.ts';
import { profileTemplate } from '../run-time-files.ts';
import { detectProfile } from './detect-profile.ts';

export interface InitArguments {
  readonly command: 'init';
  readonly file: string;
  /** With both, the provider is tried; else the template is written. */
  readonly target?: string;
  readonly key?: string;
  readonly address: string;
  readonly cascades: readonly ProfileCascade[];
}

/** Writes a profile: what the provider at the target accepts, or the template. It never asks. */
export async function runInit(parsed: InitArguments, { out }: Terminal): Promise<0> {
  const { file, target, key } = parsed;
  const template = await readFile(profileTemplate, 'utf8');
  if (target === undefined || key === undefined) {
    await writeNew(file, template);
    out(`wrote ${file}; fill it in, then run: cascade-verify --profile ${file}\n`);
    return 0;
  }
  const asked = createTarget({ url: target });
  try {
    const { profile, told } = await detectProfile({ ...parsed, key, target: asked });
    await writeNew(file, toText(profile, template));
    out(`${told.join('\n')}\nwrote ${file}; run: cascade-verify --profile ${file}\n`);
  } finally {
    await asked.close();
  }
  return 0;
}

/** What was found, then what of the template is still to be filled in. */
function toText(profile: Profile, template: string): string {
  const rest = template.slice(template.indexOf('# Members whose place or name'));
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
