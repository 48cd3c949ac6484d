import type { ContractChange } from './change.ts';
import type { Judgement } from './judge.ts';
import { meaningOf } from './meaning.ts';
import type { Release } from './release.ts';

/** How much of a text is shown before its first and after its last difference. */
const context = 60;
/** The most of one cell. */
const most = 300;

/** Changes as a table in Markdown: what, before, after. Long texts are cut to what differs. */
export function sideBySide(changes: readonly ContractChange[]): string {
  return ['| what | before | after |', '|---|---|---|', ...changes.map(row)]
    .map((line) => `${line}\n`)
    .join('');
}

function row(change: ContractChange): string {
  const { subject, at, values } = change;
  const name = subject === 'decision' ? at : `${subject} \`${at}\``;
  const [before, after] = aroundDifference(values?.before, values?.after);
  return `| ${cell(`${name}: ${whatOf(change)}${meaning(change)}`)} | ${before} | ${after} |`;
}

/** In a second line: whom a breaking change breaks, and what they do. */
function meaning(change: ContractChange): string {
  if (change.impact !== 'major') return '';
  const { breaksIf, remedy } = meaningOf(change);
  return `\nBreaks you if ${breaksIf}: ${remedy}`;
}

/**
 * Of a catalogue or a decision both states say it; a description needs the words, which name the direction.
 */
function whatOf({ subject, says, values }: ContractChange): string {
  const isDescription = subject === 'openapi' || subject === 'asyncapi';
  return values !== undefined && (!isDescription || says.length > most) ? values.of : says;
}

/** Both states, each cut to the part that differs and some text around it. */
function aroundDifference(before: string | undefined, after: string | undefined): [string, string] {
  const texts = [before, after];
  const shorter = Math.min(before?.length ?? 0, after?.length ?? 0);
  let start = 0;
  while (start < shorter && before?.[start] === after?.[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before?.at(-1 - end) === after?.at(-1 - end)) end += 1;
  const from = Math.max(0, start - context);
  const to = Math.max(0, end - context);
  const [one = '', other = ''] = texts.map((text) => {
    if (text === undefined) return '—';
    const part = text.length <= most ? text : cut(text, from, text.length - to);
    return part === '' ? '(empty)' : cell(part);
  });
  return [one, other];
}

function cut(text: string, from: number, to: number): string {
  const end = Math.min(to, from + most);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/** Text that stays in its cell and is not read as HTML. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s*\n\s*/g, '<br>');
}

/** How many lines of one list are shown; the rest is counted. */
const shown = 30;

/**
 * The comment for reviewers, in Markdown: first the verdict, then the changes behind it.
 * @param revision what `before` is, if it is not the last release.
 */
export function summary(
  judgement: Judgement,
  changes: readonly ContractChange[],
  before: Release,
  now: Release,
  revision?: string,
): string {
  const of = (impact: ContractChange['impact']) => changes.filter((change) => change.impact === impact);
  return [
    `## Contract: ${judgement.impact === 'none' ? 'no change' : `a ${judgement.impact} change`}\n`,
    `${verdict(judgement, revision)}\n`,
    section('Gone without having been deprecated in a release (ADR-0055)', judgement.unannounced.map(quoted)),
    table('Breaks consumers', of('major').filter(isNoDecision)),
    table('Changed decisions: breaks consumers', of('major').filter(isDecision)),
    table('To be read: programs may rely on what it was', of('minor').filter(isNotNew)),
    table(
      'New',
      of('minor').filter((change) => !isNotNew(change)),
    ),
    section('Newly untested clauses', newlyUntested(before, now).map(quoted)),
    section(survivorsTitle(before), newSurvivors(before, now).map(quoted)),
    table('Wording', of('patch')),
  ].join('');
}

function verdict(
  { impact, released, required, planned, passes, bump, unannounced }: Judgement,
  revision: string | undefined,
): string {
  if (impact === 'none') return revision === undefined ? `As released in ${released}.` : `As in ${revision}.`;
  const from = revision === undefined ? `Released: ${released}` : `In ${revision}: ${released}`;
  if (unannounced.length > 0)
    return `${from}. Required: at least ${required}, and \`deprecated: true\` in a release before what is removed. ✗`;
  if (passes) return `${from}. Required: at least ${required}. Planned: ${planned}. ✓`;
  return (
    `${from}. Required: at least ${required}. Planned: ${planned}. ✗\n\n` +
    `Add a changeset that raises \`@cascade/spec\` by \`${bump}\` (\`npx changeset\`).`
  );
}

/** Descriptions hardly show a changed decision, so it has a heading of its own. */
function isDecision({ subject }: ContractChange): boolean {
  return subject === 'decision';
}

/** What is gone or otherwise is not new. */
function isNotNew({ kind }: ContractChange): boolean {
  return kind !== 'added';
}

function isNoDecision(change: ContractChange): boolean {
  return !isDecision(change);
}

/** Changes with both states side by side. */
function table(title: string, changes: readonly ContractChange[]): string {
  if (changes.length === 0) return '';
  const rest = changes.length > shown ? `\nand ${changes.length - shown} more\n` : '';
  return `\n### ${title} (${changes.length})\n\n${sideBySide(changes.slice(0, shown))}${rest}`;
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const rest = lines.length > shown ? `- and ${lines.length - shown} more\n` : '';
  const list = lines.slice(0, shown).map((text) => `- ${text}\n`);
  return `\n### ${title} (${lines.length})\n\n${list.join('')}${rest}`;
}

/** Clauses without a scenario that had one at the last release, or are new. */
export function newlyUntested(before: Release, now: Release): string[] {
  return Object.entries(now.catalogue.clauses)
    .filter(([, { kind, tested }]) => kind !== 'not-shown' && !tested)
    .filter(([id]) => before.catalogue.clauses[id]?.tested !== false)
    .map(([id]) => id);
}

/** Mutants that the verifier misses, and that it noticed at the last release or that are new. */
export function newSurvivors(before: Release, now: Release): string[] {
  const known = new Set(before.surviving);
  return (now.surviving ?? []).filter((id) => !known.has(id));
}

/** A release without a score had survivors too, but they are unknown. */
function survivorsTitle({ surviving }: Release): string {
  return surviving === undefined
    ? 'Mutants that survive, the last release having no score'
    : 'Mutants that newly survive';
}

function quoted(id: string): string {
  return `\`${id}\``;
}
