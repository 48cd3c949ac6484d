import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf, type RowOutcome } from './judge.ts';
import type { BehaviourRow, behaviourResults } from './results.ts';
import { type ClientName, clientNames, groups } from './table.ts';

type Results = ReturnType<typeof behaviourResults>;

/** `results/behaviours.json`. */
interface ResultFile {
  readonly command: string;
  readonly machine: { readonly cpu: string; readonly cores: number };
  readonly results: unknown;
}

const namesOf: Readonly<Record<ClientName, string>> = {
  cascade: 'the service',
  kannel: 'Kannel',
  jasmin: 'Jasmin',
};

const resultFile = new URL('../../results/behaviours.json', import.meta.url);

/** Operators read it beside the runbook, and in the portal. */
const pageFile = fileURLToPath(import.meta.resolve('@cascade/service/operate/SMSC-BEHAVIOURS.md'));

/** The page as it is, and as the committed results make it. */
export function readSmscPage(): { readonly current: string; readonly made: string } {
  return {
    current: readFileSync(pageFile, 'utf8'),
    made: smscPage(JSON.parse(readFileSync(resultFile, 'utf8'))),
  };
}

export function writeSmscPage(): void {
  writeFileSync(pageFile, readSmscPage().made);
}

/** What SMSCs do, and what becomes of a text with each client, for operators. */
export function smscPage(file: ResultFile): string {
  const results = file.results as Results;
  const { behaviours, faultless, alone, worse, rows } = results;
  const right = clientNames.map((name) => `${namesOf[name]} in ${faultless[name]}`).join(', ');
  const lost =
    worse.length === 0
      ? 'In no row is it worse than the better of the others.'
      : `In ${worse.length} it is worse than another: ${worse.map((does) => `*${does}* (${whyOf(does)})`).join('; ')}.`;
  return `# What SMSCs do, and what becomes of a text

People report these behaviours of real SMSCs. Each row is a small SMSC that does one of them, and the service, Kannel and Jasmin send
it the same texts. *Right* means: each subscriber got each text once and as it was written, and its caller was told how it ended and
nothing else. What follows is the time within which 19 of 20 texts arrived.

Of ${behaviours} behaviours, all is right with ${right}. The service alone is right in ${alone}. ${lost}
${helpless(rows)}

\`${file.command.trim()}\` measured it on ${file.machine.cpu}, ${file.machine.cores} cores
(\`tools/trials/results/behaviours.json\`).

## Settings

All clients wait alike where they let themselves be told: 5 s for a response, 5 s between two enquire_link, 1 s before they connect again.
What a row needs besides is in its last column, as the operator of such an SMSC would set it. The rest is as shipped, but for
these settings:

${clientNames.map((name) => `- ${namesOf[name]}: ${settingsText(results.usualSettings[name])}`).join('\n')}

${[...Map.groupBy(rows, ({ group }) => group)].map(([group, of]) => groupText(group, of)).join('\n\n')}
`;
}

function whyOf(does: string): string {
  const found = Object.values(groups)
    .flat()
    .find((one) => one.does === does);
  return found?.why ?? 'not explained';
}

/** What no client can do better by SMPP. */
function helpless(rows: readonly BehaviourRow[]): string {
  const all = rows.filter(({ outcomes }) => Object.values(outcomes).every((one) => faultsOf(one) > 0));
  const names = all.map(({ does }) => `*${does}*`).join('; ');
  return `None of the clients is right in ${all.length}: SMPP does not tell an SMSC that a submit is repeated
(\`decisions/smpp-duplicates.md\`), and in a quiet hour nothing tells a text that is swallowed from an SMSC that
answers nothing. They are: ${names}.`;
}

function groupText(group: string, rows: readonly BehaviourRow[]): string {
  const heads = ['The SMSC …', ...clientNames.map((name) => namesOf[name]), 'settings for it'];
  const lines = rows.map(({ does, outcomes, settings = {} }) => [
    does,
    ...clientNames.map((name) => outcomeText(outcomes[name])),
    clientNames
      .flatMap((name) =>
        settings[name] === undefined ? [] : `${namesOf[name]}: ${settingsText(settings[name])}`,
      )
      .join('; '),
  ]);
  const table = [heads, heads.map(() => '---'), ...lines].map(
    (cells) => `| ${cells.map(escaped).join(' | ')} |`,
  );
  return `## ${group}\n\n${table.join('\n')}`;
}

const escaped = (cell: string) => cell.replaceAll('|', '\\|');

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `\`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\``)
    .join(', ');
}

const faults = {
  missing: 'missing',
  twice: 'twice',
  garbled: 'garbled',
  toldWrong: 'told wrongly',
  notTold: 'not told',
  others: 'beyond the rate',
} as const satisfies Partial<Record<keyof RowOutcome, string>>;

function outcomeText(outcome: RowOutcome | undefined): string {
  if (outcome === undefined) return 'not tried';
  const { texts, secondsP95 } = outcome;
  const time = secondsP95 === null ? '' : `, ${secondsP95 < 1 ? '< 1' : Math.round(secondsP95)} s`;
  if (faultsOf(outcome) === 0) return `right${time}`;
  const found = Object.entries(faults).flatMap(([name, word]) => {
    const count = outcome[name as keyof typeof faults];
    return count === 0 ? [] : `${count} ${word}`;
  });
  return `**${found.join(', ')}** of ${texts}${time}`;
}
