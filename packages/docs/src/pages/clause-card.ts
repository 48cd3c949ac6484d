import { type Clause, type Decision, type Place, valueAt } from '@cascade/contract';
import { fieldAddress, operationAddress } from '../addresses.ts';
import { anchorOf } from '../coverage/clause-groups.ts';
import type { Evidence } from '../coverage/evidence.ts';
import { type Html, html } from '../html.ts';
import { decisionLinks, joined } from '../parts/links.ts';

/** What is known of a clause. */
interface Known {
  readonly places: readonly Place[];
  readonly decisions: readonly Decision[];
  readonly evidence: Evidence;
  /** The descriptions by file name. */
  readonly descriptions: Readonly<Record<string, unknown>>;
}

/** A clause: its text, its places in the descriptions, its scenarios, its mutants, and the verdicts. */
export function clauseCard(
  { id, kind, says }: Clause,
  { places, decisions, evidence, descriptions }: Known,
): Html {
  const decided = decisions.filter(({ clauses }) => clauses.includes(id)).map((decision) => decision.id);
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
export function verdictOf(verdict: string | undefined): 'holds' | 'broken' | 'open' {
  if (verdict === 'conformant') return 'holds';
  return verdict === 'non-conformant' ? 'broken' : 'open';
}

/** A member has an anchor among the fields, and an operation a page. */
function placeOf({ file, pointer }: Place, descriptions: Known['descriptions']): Html {
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
  return html`<details><summary>${items.length} ${what}</summary><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`;
}

/** Lets the browser break a long pointer after each slash. */
function inPieces(text: string): Html[] {
  return text.split(/(?<=[#/])/).map((piece, at) => (at === 0 ? html`${piece}` : html`<wbr>${piece}`));
}
