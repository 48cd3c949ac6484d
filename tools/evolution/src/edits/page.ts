import type { Impact } from '../change.ts';
import { callbackEdits } from './callback-edits.ts';
import type { MisjudgedEdit, SeededEdit } from './edit-release.ts';
import { answerEdits, nameEdits, requestEdits } from './operation-edits.ts';
import { breaking, harmless, rewrites } from './seeded-edits.ts';

const schemas = 'openapi/components/schemas';
const schedule = 'openapi/paths/~1api~1cascade~1schedule/post';
const buttons = `${schemas}/ChattwoContent/properties/buttons`;

/** Edits that Redocly misses, underrates or overrates. */
export const misjudged: readonly MisjudgedEdit[] = [
  {
    name: 'an open list of answers gains a value',
    impact: 'minor',
    redoclyAlone: 'major',
    edit: (d) => d.push(`${schemas}/ListedProblemTitle/enum`, 'new-code'),
  },
  {
    name: 'an open list of the callback gains a value',
    impact: 'minor',
    redoclyAlone: 'major',
    edit: (d) => d.push('asyncapi/components/schemas/ListedMessageStatus/enum', 'SEEN'),
  },
  {
    name: 'an open list loses a value',
    impact: 'major',
    redoclyAlone: 'minor',
    edit: (d) => d.remove(`${schemas}/ListedProblemTitle/enum/0`),
  },
  {
    name: 'a list marked x-extensible-enum loses a value',
    impact: 'major',
    redoclyAlone: 'none',
    edit: (d) => d.remove(`${schemas}/Subject/properties/seeded/x-extensible-enum/0`),
  },
  {
    name: 'fewer link buttons are allowed',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => d.set(`${buttons}/allOf/0/maxContains`, 1),
  },
  {
    name: 'a member of the request is no longer known',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => d.remove(`${schemas}/SchedulingRequest/properties/comment`),
  },
  {
    name: 'an example goes',
    impact: 'major',
    redoclyAlone: 'patch',
    edit: (d) => {
      d.remove(`${schedule}/requestBody/content/application~1json/examples/location`);
      d.remove('openapi/components/examples/location');
    },
  },
  {
    name: 'a constraint yields another code',
    impact: 'major',
    redoclyAlone: 'none',
    edit: (d) => d.set(`${buttons}/x-problem/maxItems/code`, 'template-parameter-is-not-valid'),
  },
  {
    name: 'an assumption turns out to be documented',
    impact: 'minor',
    redoclyAlone: 'patch',
    edit: (d) => d.set(`${schemas}/StatusEvent/properties/messageId/x-provenance`, 'documented'),
  },
];

/** Every seeded edit: a test applies each to the contract, and the gate must judge it as it says. */
export const seededEdits: readonly SeededEdit[] = [
  ...breaking,
  ...harmless,
  ...rewrites,
  ...misjudged,
  ...requestEdits,
  ...answerEdits,
  ...callbackEdits,
  ...nameEdits,
];

/** Where the page is, from the root of the repository. */
export const pagePath = 'spec/evolution.md';

const headings: readonly (readonly [impact: Impact, heading: string, meaning: string])[] = [
  ['major', 'Breaks consumers', 'A major version; below 1.0.0 a minor one.'],
  ['minor', 'New', 'A minor version: programs that follow the contract need no change.'],
  ['patch', 'Wording', 'A patch.'],
  ['none', 'No change', 'The same contract, written differently.'],
];

/** Which change is what: the seeded edits, each of which a test applies to the contract and has judged. */
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
    '\n# Which change of the contract is what\n',
    '\n`npm run evolution` compares the contract with its last release and says which version the next one needs.\n',
    `Each line is an edit that a test applies to the contract, with the verdict that it must get: ${counts}.\n`,
    'Where a line has a sentence, it is in what reviewers read.\n',
    ...sections,
  ].join('');
}

function editsOf(impact: Impact) {
  return seededEdits.filter((edit) => edit.impact === impact);
}

/** Markdown reads an asterisk and an underscore outside of code as emphasis. */
function escaped(text: string): string {
  return text.replaceAll('*', '\\*');
}
