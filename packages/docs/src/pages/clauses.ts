import { type Clause, type ClausePlace, type Contract, clausePlaces, valueAt } from '@cascade/contract';
import { clauseAddress, clauseGroupAddress, fieldAddress, operationAddress } from '../addresses.ts';
import { anchorOf, type ClauseGroup, clauseGroups } from '../coverage/clause-groups.ts';
import type { Evidence } from '../coverage/evidence.ts';
import type { Page } from '../layout/page.ts';
import { decisionLinks, folded, joined, overview } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';

/** A clause: its text, its places in the descriptions, its scenarios, its mutants, and the verdicts. */
function clauseCard(
  { id, kind, says }: Clause,
  places: readonly ClausePlace[],
  { contract, evidence, descriptions }: ClauseSources,
): Html {
  const decided = contract.decisions
    .filter(({ clauses }) => clauses.includes(id))
    .map((decision) => decision.id);
  const untestable = evidence.untestable.get(id);
  const verdicts = Object.entries(evidence.verdicts).map(
    ([target, verdict]) => html`${target}: ${verdictOf(verdict.get(id))}`,
  );
  return html`<section id="${anchorOf(id)}" class="entry ${kind === 'not-shown' ? 'assumed' : 'documented'}">
<h2><a href="#${anchorOf(id)}">§${id}</a></h2>
<p>${says} <small class="none">${kind}</small></p>
<dl>
<dt>Described at</dt><dd>${listOf(
    'places',
    places.map((place) => placeOf(place, descriptions)),
  )}</dd>
${decided.length === 0 ? undefined : html`<dt>Decided in</dt><dd>${decisionLinks(decided)}</dd>`}
<dt>Scenarios</dt><dd>${namesOf('scenarios', evidence.scenarios.get(id))}</dd>
<dt>Broken providers</dt><dd>${untestable ?? namesOf('broken providers', evidence.mutants.get(id))}</dd>
${verdicts.length === 0 ? undefined : html`<dt>Verdict</dt><dd>${joined(verdicts)}</dd>`}
</dl>
</section>\n`;
}

/** What a verdict of the verifier means for a clause. */
function verdictOf(verdict: string | undefined): 'holds' | 'broken' | 'open' {
  if (verdict === 'conformant') return 'holds';
  return verdict === 'non-conformant' ? 'broken' : 'open';
}

/** A member has an anchor among the fields, and an operation a page. */
function placeOf({ file, pointer }: ClausePlace, descriptions: ClauseSources['descriptions']): Html {
  const place = html`<code>${inPieces(`${file}#${pointer}`)}</code>`;
  const href = file === 'openapi.yaml' ? addressOf(pointer, descriptions[file]) : undefined;
  return href === undefined ? place : html`<a href="${href}">${place}</a>`;
}

function addressOf(pointer: string, description: unknown): string | undefined {
  const [, schema, member] = /^\/components\/schemas\/(\w+)\/properties\/([\w-]+)$/.exec(pointer) ?? [];
  if (schema !== undefined) return fieldAddress(`${schema}.${member}`);
  const [operation] = /^\/(?:paths|webhooks)\/[^/]+\/\w+/.exec(pointer) ?? [];
  const id = operation === undefined ? undefined : valueAt(description, `${operation}/operationId`);
  return typeof id === 'string' ? operationAddress(id) : undefined;
}

function namesOf(what: string, names: readonly string[] = []): Html {
  return listOf(
    what,
    names.map((name) => html`<code>${inPieces(name)}</code>`),
  );
}

function listOf(what: string, items: readonly Html[]): Html {
  if (items.length === 0) return html`<span class="none">none</span>`;
  if (items.length <= 3) return joined(items);
  return folded(`${items.length} ${what}`, items);
}

/** Lets the browser break a long pointer after each slash. */
function inPieces(text: string): Html[] {
  return text.split(/(?<=[#/])/).map((piece, at) => (at === 0 ? html`${piece}` : html`<wbr>${piece}`));
}

/** What shows whether an implementation fulfils the clauses. */
interface ClauseSources {
  readonly contract: Contract;
  /** The descriptions by file name. */
  readonly descriptions: Readonly<Record<string, unknown>>;
  readonly evidence: Evidence;
}

/** The sections with their counts, then every clause in a row; each section has a page of its own. */
export function clausesPage({ contract, evidence }: ClauseSources): Page {
  const groups = clauseGroups(contract.clauses);
  return {
    file: 'clauses.html',
    title: 'Coverage',
    lead: 'Every normative statement of the source document, and what shows that an implementation fulfils it.',
    body: html`
<p>Each section has a page: where the descriptions state its clauses, which scenarios test them, and which broken
providers prove these scenarios. A clause <em>holds</em>, is <em>broken</em>, or is <em>open</em>: it cannot be observed
from outside, or the source does not define it.</p>
<h2 id="sections">Sections</h2>
${overview(
  ['section', 'title', 'clauses', 'with scenarios', ...Object.keys(evidence.verdicts)],
  groups.map((group) => rowOfGroup(group, evidence)),
)}
<h2 id="clauses">Clauses</h2>
${groups.map((group) => groupList(group, evidence))}`,
  };
}

function rowOfGroup({ id, title, clauses }: ClauseGroup, { scenarios, verdicts }: Evidence) {
  const tested = clauses.filter((clause) => scenarios.has(clause.id)).length;
  return {
    id: `section-${id}`,
    provenance: 'documented',
    cells: [
      html`<a href="${clauseGroupAddress(id)}"><b>§${id}</b></a>`,
      title,
      clauses.length,
      tested,
      ...Object.values(verdicts).map((verdict) =>
        counts(clauses.map((clause) => verdictOf(verdict.get(clause.id)))),
      ),
    ],
  } as const;
}

function counts(words: readonly string[]): string {
  const found = ['holds', 'broken', 'open'].map((word) => [words.filter((one) => one === word).length, word]);
  return found
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word === 'holds' && count !== 1 ? 'hold' : word}`)
    .join(', ');
}

function groupList({ id, title, clauses }: ClauseGroup, { verdicts }: Evidence): Html {
  return html`<h3 id="list-${id}"><a href="${clauseGroupAddress(id)}">§${id} ${title}</a></h3>
<ul class="clauses">${clauses.map((clause) => {
    const broken = Object.entries(verdicts).filter(
      ([, verdict]) => verdictOf(verdict.get(clause.id)) === 'broken',
    );
    return html`<li id="${anchorOf(clause.id)}" class="${clause.kind === 'not-shown' ? 'assumed' : 'documented'}"><a href="${clauseAddress(clause.id)}">§${clause.id}</a> ${clause.says}${broken.map(([target]) => html` <strong>broken in ${target}</strong>`)}</li>\n`;
  })}</ul>\n`;
}

/** A page for each section: its clauses as cards. */
export function clauseGroupPages(sources: ClauseSources): readonly Page[] {
  const places = clausePlaces(sources.descriptions);
  return clauseGroups(sources.contract.clauses).map(({ id, title, clauses }) => ({
    file: `clauses/${id}.html`,
    under: 'clauses.html',
    title: `§${id} ${title}`,
    lead: `${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'} of the source document.`,
    body: html`${clauses.map((clause) => clauseCard(clause, places.get(clause.id) ?? [], sources))}`,
  }));
}
