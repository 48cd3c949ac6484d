import { type Contract, clausePlaces, type Place } from '@cascade/contract';
import { clauseAddress, clauseGroupAddress } from '../addresses.ts';
import { anchorOf, type ClauseGroup, clauseGroups } from '../coverage/clause-groups.ts';
import type { Evidence } from '../coverage/evidence.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { overview } from '../parts/overview.ts';
import { clauseCard, verdictOf } from './clause-card.ts';

/** What shows whether an implementation fulfils the clauses. */
export interface ClauseSources {
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
${groups.map((group) => listOf(group, evidence))}`,
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

function listOf({ id, title, clauses }: ClauseGroup, { verdicts }: Evidence): Html {
  return html`<h3 id="list-${id}"><a href="${clauseGroupAddress(id)}">§${id} ${title}</a></h3>
<ul class="clauses">${clauses.map((clause) => {
    const broken = Object.entries(verdicts).filter(
      ([, verdict]) => verdictOf(verdict.get(clause.id)) === 'broken',
    );
    return html`<li id="${anchorOf(clause.id)}" class="${clause.kind === 'not-shown' ? 'assumed' : 'documented'}"><a href="${clauseAddress(clause.id)}">§${clause.id}</a> ${clause.says}${broken.map(([target]) => html` <strong>broken in ${target}</strong>`)}</li>\n`;
  })}</ul>\n`;
}

/** A page for each section: its clauses as cards. */
export function clauseGroupPages({ contract, descriptions, evidence }: ClauseSources): readonly Page[] {
  const places: ReadonlyMap<string, readonly Place[]> = clausePlaces(descriptions);
  return clauseGroups(contract.clauses).map(({ id, title, clauses }) => ({
    file: `clauses/${id}.html`,
    under: 'clauses.html',
    title: `§${id} ${title}`,
    lead: `${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'} of the source document.`,
    body: html`${clauses.map((clause) =>
      clauseCard(clause, {
        places: places.get(clause.id) ?? [],
        decisions: contract.decisions,
        evidence,
        descriptions,
      }),
    )}`,
  }));
}
