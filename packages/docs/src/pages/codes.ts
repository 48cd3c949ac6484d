import {
  type Contract,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  problemsInOrder,
  requestOfCase,
} from '@cascade/contract';
import { codeAddress } from '../addresses.ts';
import { type ClientBehaviour, clientBehaviour } from '../codes/client-behaviour.ts';
import { problemRetryWords } from '../codes/send-again.ts';
import {
  httpAnswerText,
  type MemberChange,
  problemTitleOf,
  readWays,
  type SentWay,
  sentText,
  type Way,
  type WrittenRequest,
} from '../codes/ways.ts';
import { consoleLink } from '../console/link.ts';
import { markChanges } from '../difference.ts';
import { answerText, requestText } from '../http-text.ts';
import type { Page } from '../layout/page.ts';
import { parsedJson } from '../objects.ts';
import { codeBlock } from '../parts/code-block.ts';
import {
  clauseLinks,
  decisionLinks,
  folded,
  joined,
  limitsTerm,
  type OverviewRow,
  overview,
  provenanceBadge,
} from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';

/** Every problem code in a row; each has a page of its own. */
export function cataloguePage(contract: Contract): Page {
  return {
    file: 'catalogue.html',
    title: 'Problem codes',
    lead: 'What a refused request is answered with, why, and whether to send it again.',
    body: html`
<p>Each code has a page: the requests that provoke it, the exact responses, and the requests, one edit away, that pass.
The list grows (§7, §9): handle unknown codes, too. They are in the order in which a provider
<a href="/journey.html#rules">looks for them</a>: the first one decides the response.</p>
${overview(
  ['status', 'code', 'cause', 'send again?', 'checked'],
  problemsInOrder(contract).map((problem) => rowOf(problem, contract)),
)}`,
  };
}

/** When it is checked. */
function placeOf(problem: ProblemEntry, { checks }: Pick<Contract, 'checks'>): string {
  const { rule, at, of } = checks.find(({ problems }) => problems.includes(problem)) ?? {};
  if (rule !== undefined) return `rule ${rule}`;
  if (at === 'any-time') return 'at any time';
  return of === 'other-bodies' ? 'the body, where no rules apply' : 'before the rules';
}

/** The anchors of the cases are those of the time when they were on this page. */
function rowOf(problem: ProblemEntry, contract: Contract): OverviewRow {
  const { code, slug, status, provenance, cause, retry, cases } = problem;
  const anchors = cases.map(({ name }) => html`<span id="case-${name}"></span>`);
  const badge = provenance === 'assumed' ? html` ${provenanceBadge(provenance)}` : undefined;
  return {
    id: slug,
    provenance,
    cells: [
      status,
      html`<a href="${codeAddress(slug)}"><b>${code}</b></a>${badge}${anchors}`,
      cause,
      problemRetryWords[retry],
      placeOf(problem, contract),
    ],
  };
}

const longestValue = 60;
/** Lines of a request that is shown whole beside its neighbour. */
const longestPair = 40;
const mostChanges = 3;

/** Every way to provoke a code that the scenarios know: a line each, which unfolds to request and answer. */
function waysSection(ways: readonly Way[]): Html | undefined {
  if (ways.length === 0) return undefined;
  return html`
<h2 id="ways">Further ways to provoke it</h2>
<p>Each line names what differs from a request that passes. The responses are those of the mock.</p>
${ways.map(wayOf)}`;
}

/** The ways to provoke another code, which a provider may answer with this one. */
function otherWays(ways: readonly Way[], problems: readonly ProblemEntry[]): Html | undefined {
  const first = ways.find(({ sent }) => sent !== undefined);
  if (first === undefined) return undefined;
  const codes = problems.filter(({ title }) =>
    ways.some(({ sent }) => sent && problemTitleOf(sent.answer) === title),
  );
  return html`
<h2 id="permitted">Requests that a provider may also answer with it</h2>
<p>The mock answers these with another code, but the source permits both.</p>
<ul>${codes.map(
    ({ code, slug, title }) =>
      html`<li><a href="${codeAddress(slug)}#ways">${code}</a>: ${numberOf(ways.filter(({ sent }) => sent && problemTitleOf(sent.answer) === title))}</li>\n`,
  )}</ul>`;
}

function numberOf(ways: readonly Way[]): Html {
  const count = `${ways.length} ${ways.length === 1 ? 'request' : 'requests'}`;
  return folded(
    count,
    ways.map(({ says }) => html`${says}`),
  );
}

function wayOf({ id, says, clauses, assumes, sent }: Way): Html {
  const provenance = assumes === undefined ? 'documented' : 'assumed';
  const source = html`<p class="source">Scenario <code>${id}</code>, ${assumes === undefined ? clauseLinks(clauses) : decisionLinks([assumes])}</p>`;
  if (sent === undefined)
    return html`<div class="way ${provenance}" id="way-${id}"><p>${says} <small>takes several requests</small></p>${source}</div>\n`;
  return html`<details class="way ${provenance}" id="way-${id}"><summary>${says} ${changesOf(sent.changes)}</summary>
${request(sent)}
${codeBlock({ language: 'http', text: httpAnswerText(sent.answer), caption: 'The response' })}
${source}
</details>\n`;
}

/** What the neighbour has at the places that differ is said below the request, not in a second copy of it. */
function request({ request, neighbour }: SentWay): Html {
  const wrong = sentText(request);
  const right = sentText(neighbour);
  const lines = markChanges(right, wrong);
  const marked = lines.flatMap(({ changed }, at) => (changed ? [at] : []));
  const instead = markChanges(wrong, right).flatMap(({ text, changed }) => (changed ? [text] : []));
  const indent = Math.min(...instead.map((line) => line.length - line.trimStart().length));
  const caption = html`Provokes it${canBeOpened(request) ? html` · ${consoleLink({ request: { ...request, body: parsedJson(request.body) ?? request.body } })}` : undefined}`;
  return html`${codeBlock({ language: 'http', text: wrong, marked, caption })}
${instead.length === 0 ? undefined : codeBlock({ language: 'json', text: instead.map((line) => line.slice(indent)).join('\n'), caption: 'The request that passes has instead' })}`;
}

/** A link has room for short bodies only. */
function canBeOpened({ body }: WrittenRequest): boolean {
  return body.length < 2_000;
}

function changesOf(changes: readonly MemberChange[]): Html {
  const shown = changes
    .slice(0, mostChanges)
    .map((change, at) => html`${at === 0 ? '' : '; '}${wordsOf(change)}`);
  const more = changes.length > mostChanges ? html` and ${changes.length - mostChanges} more` : undefined;
  return html`<span class="changes">${shown}${more}</span>`;
}

function wordsOf({ place, before, after }: MemberChange): Html {
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

/** What `@cascade/client` returns, whether it retries, and what its preflight finds. */
function clientSection({ retry, cases }: ProblemEntry, behaviour: ClientBehaviour): Html {
  const { error, isReplayed } = behaviour;
  return html`
<h2 id="client">In the client</h2>
<ul>
<li><code>schedule</code> returns <code>error</code> with <code>kind: '${error.kind}'</code>, <code>code: '${error.code}'</code>
and <code>outcome: '${error.outcome}'</code>; <code>scheduleOrThrow</code> throws a <code>CascadeError</code> with it.</li>
<li>${attemptsOf(error.attempts)} <code>retryAdvice(error.code)</code> returns <code>retry: '${retry}'</code>.</li>
${isReplayed ? html`<li>If an earlier attempt of the same call may have been accepted, the outcome is <code>unknown</code>. With <code>usedIdMeansAccepted</code> it is a success: <code>data.replayed</code> is true.</li>` : undefined}
<li>${preflightWords(behaviour, cases.length)}</li>
</ul>`;
}

function attemptsOf(attempts: number): Html {
  if (attempts === 1) return html`It does not retry.`;
  return html`It retries by itself: ${attempts} attempts in all, each with the same body, no earlier than <code>Retry-After</code>.`;
}

function preflightWords({ foundByPreflight, foundWithCascades }: ClientBehaviour, all: number): Html {
  if (foundByPreflight === all) return html`<code>preflight</code> finds it before anything is sent.`;
  if (foundWithCascades === 0) return html`<code>preflight</code> cannot find it: only the provider knows.`;
  const part = foundWithCascades === all ? html`it` : html`${foundWithCascades} of the ${all} cases`;
  const given =
    foundWithCascades > foundByPreflight
      ? html`<code>preflight(message, { cascades })</code>, with the cascades of the account,`
      : html`<code>preflight</code>`;
  return html`${given} finds ${part} before anything is sent.`;
}

/** How the mock is made to answer with the code. */
function mockSection({ cases }: ProblemEntry): Html {
  const preferred = cases.filter(({ request }) => request.headers?.prefer !== undefined);
  const names = cases.map(({ name }) => html`<code>${name}</code>`);
  const [first] = cases;
  return html`
<h2 id="mock">In the mock</h2>
<p>${preferred.length === cases.length ? 'The mock has no cause of its own to answer with it: it does so on request only.' : 'The mock answers the requests above as shown.'}
The header <code>Prefer: example=…</code> with ${joined(names)} makes it the response to any request, and nothing is
scheduled.</p>
${codeBlock({ language: 'sh', text: `curl -i -X POST http://127.0.0.1:4010/api/cascade/schedule \\\n  -H 'x-api-key: demo-key' -H 'prefer: example=${first?.name}'` })}`;
}

/** The scenarios that judge the code, and the broken providers that prove them. */
function verifierSection(
  { clauses }: ProblemEntry,
  ways: readonly Way[],
  mutants: ReadonlyMap<string, readonly string[]>,
): Html {
  const broken = [...new Set(clauses.flatMap((clause) => mutants.get(clause) ?? []))];
  // What was sent to the mock, it can be judged by; else the shortest name is the plainest case.
  const first =
    ways.find(({ sent }) => sent !== undefined) ??
    ways.toSorted((one, other) => one.id.length - other.id.length)[0];
  if (first === undefined)
    return html`
<h2 id="verifier">In the verifier</h2>
<p>No scenario provokes it: no request can, or the source does not define it.</p>`;
  return html`
<h2 id="verifier">In the verifier</h2>
<p>${ways.length} ${ways.length === 1 ? 'scenario permits' : 'scenarios permit'} it as the response. With <code>npm start</code> running, this runs one against the mock:</p>
${codeBlock({ language: 'sh', text: `npm exec -c 'node packages/verifier/src/cli.ts --profile packages/verifier/profiles/mock.yaml --scenarios ${first.id}'` })}
${foldedNames(
  'Scenarios',
  ways.map(({ id }) => id),
)}
${foldedNames('Broken providers that they find', broken)}`;
}

function foldedNames(what: string, names: readonly string[]): Html | undefined {
  if (names.length === 0) return undefined;
  return folded(
    `${what}: ${names.length}`,
    names.map((name) => html`<code>${name}</code>`),
  );
}

/** What a page says beside the entry of the catalogue. */
interface CodeFacts {
  readonly contract: Contract;
  readonly ways: readonly Way[];
  readonly behaviour: ClientBehaviour;
  readonly mutants: ReadonlyMap<string, readonly string[]>;
}

/** A page for each problem code. `mutants` lists the broken providers of the verifier's tests by clause. */
export async function codePages(contract: Contract, mutants: CodeFacts['mutants']): Promise<readonly Page[]> {
  const ways = await readWays();
  return Promise.all(
    contract.problems.map(async (problem) => {
      const behaviour = await clientBehaviour(problem);
      return codePage(problem, { contract, ways, behaviour, mutants });
    }),
  );
}

function codePage(problem: ProblemEntry, { contract, ways, behaviour, mutants }: CodeFacts): Page {
  const { code, slug, cause, title, cases } = problem;
  const permitting = ways.filter(({ codes }) => codes.includes(code));
  const isOurs = ({ sent }: Way) => sent === undefined || problemTitleOf(sent.answer) === title;
  return {
    file: `codes/${slug}.html`,
    under: 'catalogue.html',
    title: code,
    lead: cause,
    isAssumed: problem.provenance === 'assumed',
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

function facts(problem: ProblemEntry, contract: Contract): Html {
  const { code, title, status, provenance, fix, advice, clauses, decision } = problem;
  const spelling =
    title === code
      ? undefined
      : html`<dt>In the response</dt><dd><code>${title}</code> is the <code>title</code>. Both spellings mean this code.</dd>`;
  const decided = decision === undefined ? [] : [decisionLinks([decision])];
  const cited = clauses.length === 0 ? [] : [clauseLinks(clauses)];
  return html`<div class="${provenance}">
<dl>
<dt>Status</dt><dd>${status} ${provenanceBadge(provenance)}</dd>
${spelling}
<dt>Fix</dt><dd>${fix} ${provenanceBadge('assumed')}</dd>
<dt>Retry</dt><dd>${advice} ${provenanceBadge('assumed')}</dd>
<dt>Check</dt><dd><a href="/journey.html#rules">${placeOf(problem, contract)}</a></dd>
${limitsTerm(contract.limits.filter((limit) => limit.problem === code))}
<dt>Source</dt><dd>${joined([...cited, ...decided])}</dd>
</dl>
</div>`;
}

function caseOf({ title, status, cases }: ProblemEntry, one: ProblemCase): Html {
  const request = requestText(requestOfCase(one));
  const neighbour = markChanges(request, requestText(neighbourRequest(one)));
  const marked = neighbour.flatMap(({ changed }, at) => (changed ? [at] : []));
  const text = neighbour.map((line) => line.text).join('\n');
  const wrong = markChanges(text, request).flatMap(({ changed }, at) => (changed ? [at] : []));
  // Short requests are read as a whole.
  const isFolded = neighbour.length > longestPair && marked.length + wrong.length > 0;
  const anchor = `case-${one.name}`;
  return html`
${cases.length > 1 ? html`<h3 id="${anchor}">${one.summary}</h3>` : html`<p id="${anchor}">The smallest request.</p>`}
${one.state === undefined ? undefined : html`<p>Given: ${one.state}</p>`}
<div class="pair">
${codeBlock({ language: 'http', text: request, marked: wrong, isFolded, caption: html`Provokes it · ${consoleLink({ case: one.name })}` })}
${codeBlock({ language: 'http', text, marked, isFolded, caption: html`Passes: ${one.neighbour.says} · ${consoleLink({ case: `${one.name}-neighbour` })}` })}
</div>
${codeBlock({ language: 'http', text: answerText(title, status, one.detail), caption: 'The response' })}`;
}
