import type { ContractChange, Review, ReviewedChange } from '@cascade/evolution';
import { bundleStyles } from '../bundle.ts';
import { type Html, html, raw } from '../tree/html.ts';
import { changesIn, markedWords } from './change-list.ts';

/** What became of a program that uses a generated client when the client is generated again. */
export interface TriedClient {
  /** The generator and its language. */
  readonly client: string;
  /** What the compiler says; absent if the program compiles. */
  readonly says?: string;
  /** Why it was not tried. */
  readonly skipped?: string;
}

/** The styles that the page contains. */
export const reviewStyles = () =>
  bundleStyles(['styles/base.css', 'styles/content.css', 'history/changes.css']);

/** One page for who reviews a change of the contract: a single file, without links to others. */
export function reviewPage(review: Review, styles: string, clients: readonly TriedClient[]): string {
  const { from, to, judgement, changes, expectations, types, contract, contradicted } = review;
  const title = `The contract from ${from} to ${to}`;
  const grounds = new Map<ContractChange, ReviewedChange>(changes.map((change) => [change, change]));
  const reviewed = (own: readonly ContractChange[]) => own.flatMap((change) => grounds.get(change) ?? []);
  const around = {
    before: review.released,
    after: review.present,
    contract,
    noteOf: (own: readonly ContractChange[]) => groundsOf(reviewed(own)),
    warningOf: (own: readonly ContractChange[]) =>
      warningOf(reviewed(own).flatMap(({ contradicts }) => contradicts)),
  };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body class="review">
<main id="main">
<h1>${title}</h1>
${contradictedSection(contradicted)}
<p class="lead">${verdictOf(judgement)}</p>
${typesSection(types)}
${clientsSection(clients)}
${changesIn(changes, 'changes', 2, around)}
${expectationsSection(expectations)}
</main>
</body>
</html>
`.text;
}

function verdictOf({ impact, released, required, planned, passes, bump }: Review['judgement']): string {
  if (impact === 'none') return 'Nothing of the contract has changed.';
  const versions = `${released} must become ${required} at least; the changesets give ${planned}`;
  return passes
    ? `A ${impact} change: ${versions}.`
    : `A ${impact} change, and the version is too low: ${versions}. Add a changeset that raises @cascade/spec by ${bump}.`;
}

/** Before all else: the source does not change, so what says otherwise is wrong, or the clause was misread. */
function contradictedSection(contradicted: Review['contradicted']): Html | undefined {
  if (contradicted.length === 0) return undefined;
  return html`<section class="warning" id="against-the-source">
<h2>Contradicts the source (${contradicted.length})</h2>
<ul>${contradicted.map(({ clause, says, found }) => html`<li>§${clause} says: <q>${says}</q> ${found}</li>\n`)}</ul>
</section>`;
}

/** Of one thing: the clauses that it goes against, each once. */
function warningOf(contradicts: Review['contradicted']): Html | undefined {
  const clauses = new Map(contradicts.map((one) => [one.clause, one]));
  if (clauses.size === 0) return undefined;
  return html`Contradicts the source. ${[...clauses.values()].map(({ clause, says }) => html`§${clause} says: <q>${says}</q> `)}`;
}

/** What changes rest on, and the codes they are about. */
function groundsOf(changes: readonly ReviewedChange[]): Html | undefined {
  const rests = [...new Set(changes.flatMap((change) => change.rests))];
  const codes = [...new Set(changes.flatMap((change) => change.codes))];
  if (rests.length === 0 && codes.length === 0) return undefined;
  return html`${rests.length === 0 ? undefined : html`Rests on ${rests.join(', ')}. `}${
    codes.length === 0
      ? undefined
      : html`Named by ${codes.map((code, at) => html`${at === 0 ? '' : ', '}<code>${code}</code>`)}.`
  }`;
}

function typesSection(types: Review['types']): Html {
  if (types.length === 0)
    return html`<p>A TypeScript program for the former types compiles with the present ones.</p>`;
  return html`<h2 id="types">TypeScript programs that stop compiling (${types.length})</h2>
<ul>${types.map(({ type, use, says }) => html`<li>A program that ${use} <code>${type}</code>: ${says}</li>\n`)}</ul>`;
}

const limitsOfPrograms =
  'Each is the program of the interop runs. It names the operations and few fields: a field that changes its type may not show here.';

function clientsSection(clients: readonly TriedClient[]): Html | undefined {
  if (clients.length === 0) return undefined;
  const { compile, broken, skipped } = sorted(clients);
  return html`<h2 id="clients">Programs with generated clients that stop compiling (${broken.length})</h2>
${broken.map(({ client, says }) => html`<h3>${client}</h3>\n<pre><code>${says}</code></pre>\n`)}
<p>${limitsOfPrograms}</p>
<p>Compile as before: ${compile.map(({ client }) => client).join(', ') || 'none'}.</p>
${skipped.map(({ client, skipped }) => html`<p>${client}: skipped: ${skipped}</p>\n`)}`;
}

/** The same for a pull request; nothing if no client was tried. */
export function clientsInMarkdown(clients: readonly TriedClient[]): string {
  if (clients.length === 0) return '';
  const { compile, broken, skipped } = sorted(clients);
  const lines = [
    ...broken.map(
      ({ client, says }) => `- ${client}:\n\n  \`\`\`\n  ${says?.replaceAll('\n', '\n  ')}\n  \`\`\`\n`,
    ),
    `\n${limitsOfPrograms}\n`,
    `\nCompile as before: ${compile.map(({ client }) => client).join(', ') || 'none'}.\n\n`,
    ...skipped.map(({ client, skipped }) => `- ${client}: skipped: ${skipped}\n`),
  ];
  return `\n### Programs with generated clients that stop compiling (${broken.length})\n\n${lines.join('')}`;
}

function sorted(clients: readonly TriedClient[]) {
  return {
    broken: clients.filter(({ says }) => says !== undefined),
    skipped: clients.filter(({ skipped }) => skipped !== undefined),
    compile: clients.filter(({ says, skipped }) => says === undefined && skipped === undefined),
  };
}

function expectationsSection(expectations: Review['expectations']): Html | undefined {
  if (expectations.length === 0) return undefined;
  const side = (text: string | undefined, other: string | undefined) =>
    text === undefined
      ? html`<span class="none">none</span>`
      : html`<code>${markedWords(text, other)}</code>`;
  return html`<h2 id="expectations">Vectors and scenarios that expect something else (${expectations.length})</h2>
<table class="differences">
<thead><tr><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th></tr></thead>
<tbody>
${expectations.map(({ name, says, before, after }) => html`<tr><th scope="row">${name}<small>${says}</small></th><td data-label="before">${side(before, after)}</td><td data-label="after">${side(after, before)}</td></tr>\n`)}</tbody>
</table>`;
}
