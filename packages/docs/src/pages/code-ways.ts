import type { ProblemEntry } from '@cascade/contract';
import { codeAddress } from '../addresses.ts';
import { answerMessage, titleOf } from '../codes/answer.ts';
import type { Change } from '../codes/changes.ts';
import { parsedBody, type SentRequest, sentText } from '../codes/sent-request.ts';
import type { SentWay, Way } from '../codes/ways.ts';
import { consoleLink } from '../console/link.ts';
import { markChanges } from '../difference.ts';
import { type Html, html } from '../html.ts';
import { codeBlock } from '../parts/code-block.ts';
import { clauseLinks, decisionLinks } from '../parts/links.ts';

const longestValue = 60;
const mostChanges = 3;

/** Every way to provoke a code that the scenarios know: a line each, which unfolds to request and answer. */
export function waysSection(ways: readonly Way[]): Html | undefined {
  if (ways.length === 0) return undefined;
  return html`
<h2 id="ways">Every way that the scenarios know</h2>
<p>Each line names what differs from a request that passes. The answers are those of the mock.</p>
${ways.map(wayOf)}`;
}

/** The ways to provoke another code, which a provider may answer with this one. */
export function otherWays(ways: readonly Way[], problems: readonly ProblemEntry[]): Html | undefined {
  const first = ways.find(({ sent }) => sent !== undefined);
  if (first === undefined) return undefined;
  const codes = problems.filter(({ title }) =>
    ways.some(({ sent }) => sent && titleOf(sent.answer) === title),
  );
  return html`
<h2 id="permitted">Requests that a provider may also answer with it</h2>
<p>The mock answers these with another code, but the source permits both.</p>
<ul>${codes.map(
    ({ code, slug, title }) =>
      html`<li><a href="${codeAddress(slug)}#ways">${code}</a>: ${numberOf(ways.filter(({ sent }) => sent && titleOf(sent.answer) === title))}</li>\n`,
  )}</ul>`;
}

function numberOf(ways: readonly Way[]): Html {
  return html`<details><summary>${ways.length} ${ways.length === 1 ? 'request' : 'requests'}</summary><ul>${ways.map(({ says }) => html`<li>${says}</li>`)}</ul></details>`;
}

function wayOf({ id, says, clauses, assumes, sent }: Way): Html {
  const provenance = assumes === undefined ? 'documented' : 'assumed';
  const source = html`<p class="source">Scenario <code>${id}</code>, ${assumes === undefined ? clauseLinks(clauses) : decisionLinks([assumes])}</p>`;
  if (sent === undefined)
    return html`<div class="way ${provenance}" id="way-${id}"><p>${says} <small>takes several requests</small></p>${source}</div>\n`;
  return html`<details class="way ${provenance}" id="way-${id}"><summary>${says} ${changesOf(sent.changes)}</summary>
${request(sent)}
${codeBlock({ language: 'http', text: answerMessage(sent.answer), caption: 'The answer' })}
${source}
</details>\n`;
}

/** What the neighbour has at the places that differ is said below the request, not in a second copy of it. */
function request({ request, neighbour }: SentWay): Html {
  const [wrong, right] = [sentText(request), sentText(neighbour)];
  const lines = markChanges(right, wrong);
  const marked = lines.flatMap(({ changed }, at) => (changed ? [at] : []));
  const instead = markChanges(wrong, right).flatMap(({ text, changed }) => (changed ? [text] : []));
  const indent = Math.min(...instead.map((line) => line.length - line.trimStart().length));
  const caption = html`Provokes it${canBeOpened(request) ? html` · ${consoleLink({ request: { ...request, body: parsedBody(request.body) ?? request.body } })}` : undefined}`;
  return html`${codeBlock({ language: 'http', text: wrong, marked, caption })}
${instead.length === 0 ? undefined : codeBlock({ language: 'json', text: instead.map((line) => line.slice(indent)).join('\n'), caption: 'The request that passes has instead' })}`;
}

/** A link has room for short bodies only. */
function canBeOpened({ body }: SentRequest): boolean {
  return body.length < 2_000;
}

function changesOf(changes: readonly Change[]): Html {
  const shown = changes
    .slice(0, mostChanges)
    .map((change, at) => html`${at === 0 ? '' : '; '}${wordsOf(change)}`);
  const more = changes.length > mostChanges ? html` and ${changes.length - mostChanges} more` : undefined;
  return html`<span class="changes">${shown}${more}</span>`;
}

function wordsOf({ place, before, after }: Change): Html {
  if (after === undefined) return html`<code>${place}</code> missing`;
  const value = short(after);
  return before === undefined
    ? html`<code>${place}</code> added: <code>${value}</code>`
    : html`<code>${place}</code>: <code>${value}</code>`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}
