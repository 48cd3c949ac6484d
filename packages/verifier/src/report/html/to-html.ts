import { readFileSync } from 'node:fs';
import { standingOf, vanishedInWords } from '../../baseline/baseline-result.ts';
import { reportStyle } from '../../run-time-files.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { groupFindings } from '../group-findings.ts';
import { canBeJudged, levelInWords, saysLittle } from '../level.ts';
import type { Finding, LedgerRow, PhaseSummary, Report } from '../report.ts';
import {
  additionPlace,
  clauseLink,
  countFindings,
  countNotJudged,
  describeGenerated,
  describeOthers,
  groupInconclusive,
} from '../wording.ts';

export interface HtmlOptions {
  /** The JSON of the run, which `replay` reads. */
  readonly report?: string;
  /** Base address of a portal that clauses link to; without it they link to their row in the page. */
  readonly docs?: string;
}

/** The report as one HTML page without scripts and without requests to other addresses. */
export function toHtml(report: Report, options: HtmlOptions = {}): string {
  const { docs } = options;
  const style = new Markup(readFileSync(reportStyle, 'utf8'));
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${report.statement}: ${report.target}</title>
<style>
${style}</style>
</head>
<body>
${overview(report)}
<main>
${findingsSection(report, options)}
${phasesSection(report.phases)}
${openSection(report)}
${additionsSection(report)}
${ledgerSection(report, docs)}
</main>
<footer>cascade-verify · <code>--seed ${report.seed}</code> repeats the generated cases</footer>
</body>
</html>
`;
  return page.text;
}

function phasesSection(phases: readonly PhaseSummary[]): Markup {
  if (phases.length === 0) return markup``;
  const rows = phases.map(
    ({ phase, attempts, matches, findings, inconclusive, seconds }) => markup`
<tr><th scope="row">${phase}</th><td>${attempts}</td><td>${matches}</td>
<td${new Markup(findings === 0 ? '' : ' class="bad"')}>${findings}</td><td>${inconclusive}</td><td>${seconds.toFixed(2)}</td></tr>`,
  );
  return markup`<section>
<h2>Phases</h2>
<div class="wide"><table class="numbers">
<thead><tr><th scope="col">phase</th><th scope="col">attempts</th><th scope="col">matches</th>
<th scope="col">findings</th><th scope="col">inconclusive</th><th scope="col">seconds</th></tr></thead>
<tbody>${rows}
</tbody></table></div>
</section>`;
}

/** Markup that is safe to put into a page. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | undefined | Markup | readonly Markup[];

/** A template of markup: whatever is put in is escaped unless it is markup itself. */
function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.reduce((before, string, at) => `${before}${render(parts[at - 1])}${string}`);
  return new Markup(text);
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeMarkup(String(part));
}

const words = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  'could-not-judge': 'Could not judge',
} as const;

/** The verdict at a glance: what was judged, when, and the share of the clauses that hold. */
function overview(report: Report): Markup {
  const { verdict, level, reason, target, began, requests, seconds, hints } = report;
  const isGreen = verdict === 'conformant' && !saysLittle(level);
  const color = verdict === 'conformant' && !isGreen ? 'could-not-judge' : verdict;
  const judged =
    verdict === 'could-not-judge' ? markup`` : markup`<p class="level">${levelInWords(level)}</p>`;
  const partial = report.interrupted
    ? markup`<p class="partial">Partial: the run was broken off. Only what had ended by then is in this report.</p>`
    : markup``;
  return markup`<header class="${color}">
<div class="inner">
<p class="kind">Contract verification</p>
<h1>${words[verdict]}</h1>
${judged}
<p class="target">${target}</p>
${reason === undefined ? markup`` : markup`<p class="reason">${reason}</p>`}
${partial}
<dl>
<div><dt>errors</dt><dd>${countFindings(report).replace(/ errors?/, '')}</dd></div>
<div><dt>hints</dt><dd>${hints.length}</dd></div>
<div><dt>scenarios</dt><dd>${describeGenerated(report)}</dd></div>
<div><dt>requests</dt><dd>${requests.toLocaleString('en')}</dd></div>
<div><dt>seconds</dt><dd>${seconds.toFixed(2)}</dd></div>
<div><dt>began</dt><dd><time datetime="${began}">${began.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
</dl>
${bar(report)}
${provenance(report)}
</div>
</header>`;
}

/** What judged, and by what. */
function provenance({ verifier, digests }: Report): Markup {
  const row = (name: string, digest: string) =>
    markup`<li>${name} <code>${digest.replace(/^(sha256:.{12}).*/, '$1…')}</code></li>`;
  return markup`<ul class="legend">${[
    row(`verifier ${verifier.version}`, verifier.digest),
    ...Object.entries(digests).map(([name, digest]) => row(name, digest)),
  ]}</ul>`;
}

function bar({ ledger: whole, subject }: Report): Markup {
  const ledger = subject === 'provider' ? whole.filter(canBeJudged) : whole;
  const kinds = ['non-conformant', 'conformant', 'inconclusive'] as const;
  const counts = kinds.map((kind) => ({
    kind,
    count: ledger.filter(({ verdict }) => verdict === kind).length,
  }));
  const shown = counts.filter(({ count }) => count > 0);
  const parts = shown.map(
    ({ kind, count }) => markup`<span class="${kind}" style="flex-grow:${count}"></span>`,
  );
  const legend = shown.map(
    ({ kind, count }) => markup`<li class="${kind}"><strong>${count}</strong> ${kind}</li>`,
  );
  const label = new Markup(`aria-label="clauses by verdict" role="img"`);
  return markup`<div class="bar" ${label}>${parts}</div>
<ul class="legend">${legend}<li class="all">of ${ledger.length} clauses</li></ul>`;
}

/** The findings, each with all that is needed to reproduce it, and apart from them the hints. */
function findingsSection(report: Report, options: HtmlOptions): Markup {
  const { findings, hints, interrupted, reason, baseline } = report;
  const cardOf = ([finding, ...others]: readonly [Finding, ...Finding[]]) =>
    card(finding, options, others, standingOf(baseline, finding.id));
  const isKnown = ({ id }: Finding) => baseline?.known.some(({ finding }) => finding === id) === true;
  const apart = hints.length === 0 ? markup`` : hintsSection(groupFindings(hints).map(cardOf));
  if (findings.length === 0 && (interrupted || reason !== undefined)) return apart;
  const vanished = (baseline?.vanished ?? []).map(
    (entry) => markup`<p class="vanished">${baseline && vanishedInWords(baseline, entry)}</p>`,
  );
  const cards = [
    ...vanished,
    ...groupFindings(findings.filter((each) => !isKnown(each))).map(cardOf),
    ...groupFindings(findings.filter(isKnown)).map(cardOf),
  ];
  return markup`<section>
<h2>Findings</h2>
${cards.length === 0 ? markup`<p class="none">Nothing was found that the contract forbids.</p>` : cards}
</section>
${apart}`;
}

function hintsSection(cards: readonly Markup[]): Markup {
  return markup`<section>
<h2>Hints</h2>
<p>The source does not ask for these: each rests on another standard or on a decision. They do not change the verdict.</p>
${cards}
</section>`;
}

function card(
  finding: Finding,
  { docs, report }: HtmlOptions,
  others: readonly Finding[],
  standing: string | undefined,
): Markup {
  const {
    id,
    severity,
    rests,
    title,
    scenario,
    phase,
    check,
    clause,
    clauseSays,
    expected,
    actual,
    request,
    curl,
    decision = rests,
    exchange,
  } = finding;
  const body = request === undefined || request.body === '' ? undefined : pretty(request.body);
  return markup`
<article class="${severity}" id="finding-${id}">
<h3><span class="tag">${severity}</span> ${title}</h3>
${standing === undefined ? markup`` : markup`<p class="standing">Baseline: ${standing}</p>`}
<p class="clause">${linkedClause(clause, docs)} ${clauseSays}</p>
${decision === undefined ? markup`` : markup`<p>Rests on ${decision}.</p>`}
<dl class="compare">
<div><dt>expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>actual</dt><dd>${actual}</dd></div>
</dl>
${body === undefined ? markup`` : details('Smallest request', `${request?.method} ${request?.path}`, body)}
${exchange === undefined ? markup`` : details('Exchange', scenario, exchange.join('\n'))}
${curl === undefined ? markup`` : details('Send it again', 'curl', curl)}
<p class="small about"><span>${phase} · ${scenario} · ${check}</span>
${report === undefined ? markup`` : markup`<code>cascade-verify replay ${id} --report ${report}</code>`}</p>
${others.length === 0 ? markup`` : markup`<p class="small">${describeOthers(others)}</p>`}
</article>`;
}

function details(title: string, what: string, text: string): Markup {
  return markup`<details><summary>${title} <span class="small">${what}</span></summary>
<pre tabindex="0">${text}</pre></details>`;
}

/** Indents JSON; returns other text unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

/** The scenarios without a verdict, grouped by what was missing. */
function openSection(report: Report): Markup {
  const groups = groupInconclusive(report);
  const left = countNotJudged(report);
  if (groups.length === 0 && left === 0) return markup``;
  const reasons = groups.map(
    ({ reason, scenarios }) => markup`<li>${reason} <span class="small">${scenarios.join(', ')}</span></li>`,
  );
  const rest =
    left === 0 ? [] : [markup`<li>${report.stopped} <span class="small">${left} scenarios</span></li>`];
  return markup`<section>
<h2>Not judged</h2>
<ul class="open">${[...rest, ...reasons]}</ul>
</section>`;
}

/** The lines that the profile could add, so that more scenarios can be judged. */
function additionsSection({ additions = [] }: Pick<Report, 'additions'>): Markup {
  if (additions.length === 0) return markup``;
  const rows = additions.map(
    (addition) => markup`<li>${additionPlace(addition)}:
<pre><code>${addition.yaml}</code></pre>
<span class="small">${addition.scenarios.join(', ')}</span></li>`,
  );
  return markup`<section>
<h2>What the profile could add</h2>
<p>With these lines more is judged; their values are examples.</p>
<ul class="open">${rows}</ul>
</section>`;
}

const filters = [
  ['all', 'all'],
  ['non-conformant', 'non-conformant'],
  ['inconclusive', 'inconclusive'],
  ['conformant', 'conformant'],
] as const;

/** The coverage ledger: every clause, its number of attempts and its verdict. */
function ledgerSection({ ledger }: Report, docs: string | undefined): Markup {
  const rows = ledger.map((row) => rowOf(row, docs));
  const choices = filters.map(
    ([value, label], at) =>
      markup`<label><input type="radio" name="verdict" value="${value}"${at === 0 ? markup` checked` : markup``}> ${label}</label>`,
  );
  return markup`<section class="ledger">
<h2>Coverage ledger</h2>
<fieldset><legend>Show</legend>${choices}</fieldset>
<div class="wide"><table>
<thead><tr><th scope="col">clause</th><th scope="col">says</th><th scope="col">attempts</th>
<th scope="col">matches</th><th scope="col">verdict</th></tr></thead>
<tbody>${rows}
</tbody></table></div>
</section>`;
}

function rowOf(
  { clause, kind, says, attempts, matches, verdict, reason }: LedgerRow,
  docs: string | undefined,
): Markup {
  const why = reason === undefined ? markup`` : markup`<span class="small">${reason}</span>`;
  const name = docs === undefined ? markup`§${clause}` : linkedClause(clause, docs);
  return markup`
<tr class="${verdict}" id="${clauseAnchor(clause)}"><th scope="row">${name}</th>
<td>${says} <span class="small">${kind}</span></td><td>${attempts}</td><td>${matches}</td>
<td><span class="mark">${verdict}</span>${why}</td></tr>`;
}

/** The id of a clause's row in the ledger. */
function clauseAnchor(clause: string): string {
  return `clause-${clause.replaceAll('/', '-')}`;
}

/** A clause that links to the portal, or to its row in the ledger of the page if there is no portal. */
function linkedClause(clause: string, docs: string | undefined): Markup {
  const address = docs === undefined ? `#${clauseAnchor(clause)}` : clauseLink(docs, clause);
  return markup`<a href="${address}">§${clause}</a>`;
}
