import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownGroups } from '../../known/groups.ts';
import { filesOf, type Group, type KnownFault } from './fault.ts';
import { readKnownResults } from './results.ts';

export const page = fileURLToPath(new URL('../../KNOWN.md', import.meta.url));

export function writePage(): void {
  writeFileSync(page, pageText());
}

/** The tables of all known faults, with the seconds of the last `known --all`. */
export function pageText(): string {
  const results = readKnownResults();
  const seconds = new Map(
    results?.faults.map(({ name, is, seconds: of }) => [name, is === 'found' ? `${of}` : is]),
  );
  const intro = `# Known faults

Written by \`npm run proofs -- known --page\`. Each was found once by a test, a proof or a trial, and is repaired.
\`npm run proofs -- known NAME\` takes the repair out of a copy of the working tree, and shows that the fault is found again.
To add one, put the fault into the code, write \`git diff -U2\` into \`known/patches/NAME.patch\`, take the fault out again, and add a
row to a file in \`known\`. Seconds are those of the last \`npm run proofs -- known --all\`${results === undefined ? '' : ` (${results.commit})`}.
`;
  return [intro, ...knownGroups.map((group) => sectionOf(group, seconds))].join('\n');
}

function sectionOf({ title, says, faults }: Group, seconds: ReadonlyMap<string, string>): string {
  const rows = faults.map((fault) => rowOf(fault, seconds.get(fault.name) ?? '–'));
  const reports = faults.map(({ name, found }) => `- **${name}**: ${found}.`);
  return `## ${title}

${says}

| fault | violation | what is taken out | shown by | s |
|---|---|---|---|--:|
${rows.join('\n')}

How each was found:

${reports.join('\n')}
`;
}

function rowOf(fault: KnownFault, seconds: string): string {
  const { name, says, out, shownBy } = fault;
  const files = filesOf(fault).map((file) => `\`${file}\``);
  const test = `\`${shownBy.in}/${shownBy.file}\`${shownBy.schedules === undefined ? '' : `, seed ${shownBy.schedules.seed}`}`;
  return `| [${name}](known/patches/${name}.patch) | ${says} | ${out}: ${files.join(', ')} | ${test} | ${seconds} |`;
}
