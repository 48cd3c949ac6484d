import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { endOf, runOne } from './run-command.ts';
import { commandOf, type Kit, kitsFolder, programsFolder } from './tables.ts';

/** What a code that another API adds to its catalogue changed in one language. */
export interface NewCode {
  /** How many lines the generator wrote for it. */
  readonly lines: number;
  /** What refuses the program that matches the codes of before says. */
  readonly says: string;
}

const sample = readFileSync(join(kitsFolder, 'catalogue-sample.yaml'), 'utf8');
const added = `
  - name: gift_card_empty
    status: 402
    cause: Nothing is left on the gift card.
    fix: Ask for another way to pay.
    retry: after-fix
    advice: Show the customer that the gift card is empty.
`;

/** In what a compiler says, the line about the missing code. */
const isAboutIt = /assert_never|missing cases|does not (cover|handle)|(non|not)-exhaustive/;

/**
 * Generates the codes of another API twice, the second time with one more, and checks the kit's complete
 * match with both.
 */
export async function addCode(kit: Kit, folder: string) {
  const before = await generateAndCheck(kit, { kit: folder, into: `${folder}-pay`, catalogue: sample });
  const after = await generateAndCheck(kit, {
    kit: folder,
    into: `${folder}-pay`,
    catalogue: sample + added,
  });
  const newCode: NewCode = {
    lines: after.lines.filter((line) => !before.lines.includes(line)).length,
    says: lineAbout(after.out),
  };
  const isSeen = after.code !== 0 && isAboutIt.test(newCode.says);
  const failures = [
    ...(before.code === 0 ? [] : [`the codes of another API: ${endOf(before.out)}`]),
    ...(isSeen ? [] : [`a match that lacks a code: ${endOf(after.out)}`]),
  ];
  return { checks: 2, failures, newCode };
}

function lineAbout(out: string): string {
  // Without the folder of the file.
  const lines = out.split('\n').map((line) => line.trim().replace(/^\S*\/(?=\w+\.\w+[:(])/, ''));
  return lines.find((line) => isAboutIt.test(line)) ?? lines.join(' ');
}

const generator = join(repositoryRoot, 'tools/contract/src/generate/cli.ts');

interface KitFolders {
  /** Where the kit is built. */
  readonly kit: string;
  readonly into: string;
  readonly catalogue: string;
}

async function generateAndCheck({ name, match }: Kit, { kit, into, catalogue }: KitFolders) {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const file = join(into, 'catalogue.yaml');
  await writeFile(file, catalogue);
  const generate = [process.execPath, generator, '--kits', file, '--into', into] as const;
  const made = await runOne(generate, { cwd: into });
  if (made.code !== 0) return { code: made.code, out: made.end, lines: [] };
  const folder = join(into, name);
  const lines = await linesIn(folder);
  await copyFile(join(programsFolder, match.program), join(folder, match.file));
  const { code, out, err } = await runOne(commandOf(match.check, { folder: kit }), { cwd: folder });
  return { code, out: out + err, lines };
}

async function linesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
  // The line before a new one may only get another end.
  return texts
    .join('\n')
    .split('\n')
    .map((line) => line.replace(/[,;]$/, ''));
}
