import {
  type Contract,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  provokingRequest,
} from '@cascade/contract';
import { titleOf } from '../codes/answer.ts';
import { type ClientBehaviour, clientBehaviour } from '../codes/client-behaviour.ts';
import { problemRetryWords } from '../codes/send-again.ts';
import { readWays, type Way } from '../codes/ways.ts';
import { consoleLink } from '../console/link.ts';
import { markChanges } from '../difference.ts';
import { type Html, html } from '../html.ts';
import { answerText, requestText } from '../http-text.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { clauseLinks, decisionLinks, joined } from '../parts/links.ts';
import { provenanceBadge } from '../parts/provenance.ts';
import { clientSection, mockSection, verifierSection } from './code-consumers.ts';
import { otherWays, waysSection } from './code-ways.ts';

/** What a page says beside the entry of the catalogue. */
interface Known {
  readonly contract: Contract;
  readonly ways: readonly Way[];
  readonly behaviour: ClientBehaviour;
  readonly mutants: ReadonlyMap<string, readonly string[]>;
}

/** A page for each problem code. `mutants` lists the broken providers of the verifier's tests by clause. */
export async function codePages(contract: Contract, mutants: Known['mutants']): Promise<readonly Page[]> {
  const ways = await readWays();
  return Promise.all(
    contract.problems.map(async (problem) => {
      const behaviour = await clientBehaviour(problem);
      return codePage(problem, { contract, ways, behaviour, mutants });
    }),
  );
}

function codePage(problem: ProblemEntry, { contract, ways, behaviour, mutants }: Known): Page {
  const { code, slug, cause, title, cases } = problem;
  const permitting = ways.filter(({ codes }) => codes.includes(code));
  const isOurs = ({ sent }: Way) => sent === undefined || titleOf(sent.answer) === title;
  return {
    file: `codes/${slug}.html`,
    under: 'catalogue.html',
    title: code,
    lead: cause,
    body: html`
${facts(problem, contract)}
<h2 id="requests">Provoke it</h2>
${cases.map((one) => caseOf(problem, one))}
${waysSection(permitting.filter(isOurs))}
${otherWays(
  permitting.filter((way) => !isOurs(way)),
  contract.problems,
)}
${clientSection(problem, behaviour)}
${mockSection(problem)}
${verifierSection(problem, permitting, mutants)}`,
  };
}

function facts(problem: ProblemEntry, { limits }: Contract): Html {
  const { code, title, status, provenance, rule, fix, retry, advice, clauses, decision } = problem;
  const spelling =
    title === code
      ? undefined
      : html`<dt>In the answer</dt><dd><code>${title}</code> is the <code>title</code>. Both spellings mean this code.</dd>`;
  const decided = decision === undefined ? [] : [decisionLinks([decision])];
  const cited = clauses.length === 0 ? [] : [clauseLinks(clauses)];
  const reached = limits.filter((limit) => limit.problem === code);
  return html`<div class="${provenance}">
<dl>
<dt>Status</dt><dd>${status} ${provenanceBadge(provenance)}</dd>
${spelling}
<dt>Fix</dt><dd>${fix}</dd>
<dt>Send again</dt><dd>${problemRetryWords[retry]}. ${advice}</dd>
<dt>Checked</dt><dd>${rule === undefined ? 'before the rules of §4.1' : html`by <a href="/journey.html#rules">rule ${rule} of §4.1</a>`}</dd>
${reached.length === 0 ? undefined : html`<dt>Limits</dt><dd>${joined(reached.map(({ id, says, value, unit }) => html`<a href="/limits.html#${id}">${says}: ${value} ${unit}</a>`))}</dd>`}
<dt>Source</dt><dd>${joined([...cited, ...decided])}</dd>
</dl>
</div>`;
}

function caseOf({ title, status, cases }: ProblemEntry, one: ProblemCase): Html {
  const request = requestText(provokingRequest(one));
  const neighbour = markChanges(request, requestText(neighbourRequest(one)));
  const marked = neighbour.flatMap(({ changed }, at) => (changed ? [at] : []));
  const text = neighbour.map((line) => line.text).join('\n');
  const anchor = `case-${one.name}`;
  return html`
${cases.length > 1 ? html`<h3 id="${anchor}">${one.summary}</h3>` : html`<p id="${anchor}">The smallest request.</p>`}
${one.state === undefined ? undefined : html`<p>Given: ${one.state}</p>`}
<div class="pair">
${codeBlock({ language: 'http', text: request, caption: html`Provokes it · ${consoleLink({ case: one.name })}` })}
${codeBlock({ language: 'http', text, marked, caption: html`Passes: ${one.neighbour.says} · ${consoleLink({ case: `${one.name}-neighbour` })}` })}
</div>
${codeBlock({ language: 'http', text: answerText(title, status, one.detail), caption: 'The answer' })}`;
}
