import { type SeededEdit, seededEdits } from './seeded-edits.ts';

/** Where the page is, from the root of the repository. */
export const pagePath = 'spec/evolution.md';

type Verdict = SeededEdit['impact'];

const headings: readonly (readonly [impact: Verdict, heading: string, meaning: string])[] = [
  [
    'refused',
    'Contradicts the source',
    'The gate and `npm run generate` refuse it, and quote the clause (catalogue/source.yaml).',
  ],
  ['major', 'Breaks consumers', 'A major version; below 1.0.0 a minor one.'],
  [
    'minor',
    'New, or to be read',
    'A minor version: programs that follow the contract need no change, but readers of what changed may.',
  ],
  ['patch', 'Wording', 'A patch.'],
  ['none', 'No change', 'The same contract, written differently.'],
];

/** What counts as breaking: the seeded edits, each of which a test applies to the contract and has judged. */
export function evolutionPage(): string {
  const counts = headings.map(([impact]) => `${editsOf(impact).length} ${impact}`).join(', ');
  const sections = headings.map(
    ([impact, heading, meaning]) =>
      `\n## ${heading}\n\n${meaning}\n\n${editsOf(impact)
        .map(({ name, says }) => `- ${name}${says === undefined ? '' : `: *${escaped(says)}*`}\n`)
        .join('')}`,
  );
  return [
    '<!-- Generated from tools/evolution/src/edits by `npm run evolution -- --page`. Do not edit. -->\n',
    '\n# What counts as breaking\n',
    '\n`npm run evolution` compares the contract with its last release and says which version the next one needs.\n',
    `Each line is an edit that a test applies to the contract, with the verdict that it must get: ${counts}.\n`,
    'Rows with a sentence are shown to reviewers.\n',
    ...sections,
  ].join('');
}

function editsOf(impact: Verdict) {
  return seededEdits.filter((edit) => edit.impact === impact);
}

/** Markdown reads an asterisk and an underscore outside of code as emphasis. */
function escaped(text: string): string {
  return text.replaceAll('*', '\\*');
}
