import { readFileSync } from 'node:fs';
import { reportStyle } from '../../run-time-files.ts';
import type { PhaseSummary, Report } from '../report.ts';
import { additionsSection } from './additions-section.ts';
import { findingsSection } from './findings-section.ts';
import { ledgerSection } from './ledger-section.ts';
import { Markup, markup } from './markup.ts';
import { openSection } from './open-section.ts';
import { overview } from './overview.ts';

export interface HtmlOptions {
  /** Base address of a portal that clauses link to; without it they link to their row in the page. */
  readonly docs?: string;
}

/** The report as one HTML page without scripts and without requests to other addresses. */
export function toHtml(report: Report, { docs }: HtmlOptions = {}): string {
  const style = new Markup(readFileSync(reportStyle, 'utf8'));
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${report.verdict}: ${report.target}</title>
<style>
${style}</style>
</head>
<body>
${overview(report)}
<main>
${findingsSection(report, docs)}
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
