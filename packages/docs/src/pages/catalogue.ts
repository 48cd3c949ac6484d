import {
  type Contract,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  provokingRequest,
} from '@cascade/contract';
import { markChanges } from '../difference.ts';
import { type Html, html } from '../html.ts';
import { answerText, requestText } from '../http-text.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { clauseLinks, decisionLinks, provenanceBadge, table } from '../parts.ts';

const retryWords = {
  'after-fix': 'after fixing the request',
  'after-setup': 'after fixing the account',
  later: 'later, the same request',
  'accepted-before': 'no: the message is already scheduled',
} as const;

/** Every problem code: cause, provoking request, answer, fix. */
export function cataloguePage({ problems }: Contract): Page {
  return {
    file: 'catalogue.html',
    title: 'Problem codes',
    body: html`
<p class="lead">For each code: the smallest request that provokes it, the exact answer, and its neighbour: the request,
one edit away, that passes.</p>
<p>The list grows (§7, §9): handle unknown codes, too. The requests use a key of the account <code>demo</code>, and the
mock answers them as shown.</p>
${table(
  ['code', 'status', 'rule of §4.1', 'send again?'],
  problems.map(
    ({ code, slug, status, rule, retry, provenance }) =>
      html`<tr class="${provenance}"><td><a href="#${slug}">${code}</a> ${provenance === 'assumed' ? provenanceBadge(provenance) : undefined}</td><td>${status}</td><td>${rule ?? 'before the rules'}</td><td>${retryWords[retry]}</td></tr>\n`,
  ),
)}
${problems.map(entry)}`,
  };
}

function entry(problem: ProblemEntry): Html {
  const { code, slug, title, status, provenance, rule, cause, fix, retry, advice, clauses, decision, cases } =
    problem;
  const spelling =
    title === code
      ? undefined
      : html`<p>In the answer, <code>title</code> is <code>${title}</code>; both spellings mean this code.</p>`;
  const decided =
    decision === undefined ? undefined : html`${clauses.length > 0 ? ', ' : ''}${decisionLinks([decision])}`;
  return html`
<section id="${slug}" class="entry ${provenance}">
<h2><a href="#${slug}">${code}</a> ${provenanceBadge(provenance)}</h2>
${spelling}
<dl>
<dt>Status</dt><dd>${status}</dd>
<dt>Processing rule</dt><dd>${rule === undefined ? 'checked before the rules' : `rule ${rule} of §4.1`}</dd>
<dt>Cause</dt><dd>${cause}</dd>
<dt>Fix</dt><dd>${fix}</dd>
<dt>Send again</dt><dd>${retryWords[retry]}. ${advice}</dd>
<dt>Source</dt><dd>${clauseLinks(clauses)}${decided}</dd>
</dl>
${cases.map((one) => caseOf(problem, one))}
</section>`;
}

function caseOf({ title, status }: ProblemEntry, one: ProblemCase): Html {
  const request = requestText(provokingRequest(one));
  const neighbour = markChanges(request, requestText(neighbourRequest(one)));
  const text = neighbour.map((line) => line.text).join('\n');
  const marked = neighbour.flatMap(({ changed }, at) => (changed ? [at] : []));
  return html`
<h3 id="case-${one.name}">${one.summary}</h3>
${one.state === undefined ? undefined : html`<p>Given: ${one.state}</p>`}
<div class="pair">
${codeBlock({ language: 'http', caption: 'Provokes it', text: request })}
${codeBlock({ language: 'http', caption: `Passes: ${one.neighbour.says}`, text, marked })}
</div>
${codeBlock({ language: 'http', caption: 'The answer', text: answerText(title, status, one.detail) })}`;
}
