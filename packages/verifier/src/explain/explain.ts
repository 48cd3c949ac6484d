import { didYouMean } from '@cascade/yaml-file';
import { loadDescribed } from '../description/load-described.ts';
import { toCurl } from '../exchange/to-curl.ts';
import type { Profile } from '../generated/profile.ts';
import { isObject } from '../json.ts';
import { statusOf } from '../oracle/catalogue.ts';
import type { Finding } from '../report/report.ts';
import { buildCase } from '../scenario/build-case.ts';
import { type KnownClause, loadClauses } from '../scenario/clauses.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { assumedBy, type Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { checks } from './checks.ts';

/** An explanation: what a code is, and paragraphs under their names. */
export interface Explanation {
  readonly title: string;
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  /** Lines to be shown as they are. */
  readonly code?: string;
}

/**
 * Explains a check, a clause, a scenario or a finding of a report: what is judged, why, how to fix it, with
 * an example. @param profile makes the request of the example
 * @throws {Error} for a code that there is not, with the nearest.
 */
export function explain(code: string, profile: Profile, findings: readonly Finding[] = []): Explanation {
  const name = code.replace(/^§/, '');
  const finding = findings.find(({ id }) => id === name);
  if (finding !== undefined) return explainFinding(finding, profile);
  const check = Object.entries(checks).find(([each]) => each === name)?.[1];
  if (check !== undefined) return { title: `${name}: a check`, parts: partsOf(check) };
  const clause = loadClauses().find(({ id }) => id === name);
  if (clause !== undefined) return explainClause(clause, profile);
  const scenario = library().find(({ id }) => id === name);
  if (scenario !== undefined) return explainScenario(scenario, profile);
  const known = [
    ...Object.keys(checks),
    ...loadClauses().map(({ id }) => id),
    ...library().map(({ id }) => id),
  ];
  const near = didYouMean(name, known);
  throw new Error(
    `explain: there is no check, clause or scenario '${name}'${near === '' ? `; checks: ${Object.keys(checks).join(', ')}` : near}`,
  );
}

function library(): readonly Scenario[] {
  return [...loadScenarios(), ...loadDescribed()];
}

function partsOf({ judges, why, fix, example }: (typeof checks)[keyof typeof checks]): Explanation['parts'] {
  return [
    { name: 'judged', text: judges },
    { name: 'why', text: why },
    { name: 'fix', text: fix },
    { name: 'example', text: example },
  ];
}

function explainFinding(
  { id, title, scenario, check, expected, actual, curl }: Finding,
  profile: Profile,
): Explanation {
  const found = library().find((each) => each.id === scenario);
  const { parts } = found === undefined ? { parts: [] } : explainScenario(found, profile);
  const fix = { name: 'fix', text: checks[check].fix };
  return {
    title: `${id}: ${title}`,
    parts: [
      { name: 'check', text: `${check}: ${checks[check].judges}` },
      ...parts.filter(({ name }) => name !== 'fix'),
      { name: 'expected', text: expected },
      { name: 'actual', text: actual },
      fix,
    ],
    ...(curl === undefined ? {} : { code: curl }),
  };
}

const mostNamed = 6;

function explainClause({ id, kind, says, hidden }: KnownClause, profile: Profile): Explanation {
  const own = library().filter(({ clauses }) => clauses.includes(id));
  const names = own.slice(0, mostNamed).map((each) => each.id);
  const more = own.length - names.length;
  const judged =
    own.length === 0
      ? (hidden ?? 'By no scenario.')
      : `By ${own.length} ${own.length === 1 ? 'scenario' : 'scenarios'}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  // A single request shows more than a series of them.
  const shown = own.find((each) => exampleOf(each, profile) !== undefined);
  const fix = shown === undefined ? [] : [{ name: 'fix', text: fixOf(shown) }];
  const example = shown === undefined ? undefined : exampleOf(shown, profile);
  return {
    title: `§${id}: a clause (${kind})`,
    parts: [
      { name: 'why', text: says },
      { name: 'judged', text: judged },
      ...fix,
      ...(shown === undefined ? [] : [{ name: 'example', text: `${shown.id}: ${shown.says}` }]),
    ],
    ...(example === undefined ? {} : { code: example }),
  };
}

function explainScenario(scenario: Scenario, profile: Profile): Explanation {
  const { id, says, phase, clauses, generated } = scenario;
  const known = new Map(loadClauses().map((clause) => [clause.id, clause.says]));
  const assumed = assumedBy(scenario);
  const code = exampleOf(scenario, profile);
  const origin = generated === undefined ? '' : `, made from the description (${generated})`;
  return {
    title: `${id}: a scenario (${phase}${origin})`,
    parts: [
      { name: 'judged', text: says },
      { name: 'expects', text: expectationOf(scenario) },
      ...clauses.map((clause) => ({ name: 'why', text: `§${clause}: ${known.get(clause) ?? ''}` })),
      ...(assumed.length === 0
        ? []
        : [
            {
              name: 'rests on',
              text: `${assumed.join(', ')}, not on the source: judged with --assumptions, or if the profile lists it in holds`,
            },
          ]),
      { name: 'fix', text: fixOf(scenario) },
    ],
    ...(code === undefined ? {} : { code }),
  };
}

function expectationOf({ expects, given: { procedure } }: Scenario): string {
  const { accepted, codes = [], comment, unclear } = expects;
  const open = unclear === undefined ? '' : `; left open: ${Object.values(unclear).join('; ')}`;
  const refusals = codes.map((code) => `${code} (${statusOf(code)})`).join(' or ');
  if (codes.length > 0)
    return `Refused with ${refusals}${comment === undefined ? '' : `, and the comment «${comment}»`}${open}.`;
  if (accepted) return `Accepted with any 2xx${open}.`;
  const rest = Object.entries(expects).map(
    ([name, value]) => `${name}: ${isObject(value) ? JSON.stringify(value) : value}`,
  );
  return (
    [...rest, ...(procedure === undefined ? [] : [`by the procedure '${procedure}'`])].join('; ') ||
    'See what is judged.'
  );
}

function fixOf({ phase, expects: { accepted, codes = [], violations, comment } }: Scenario): string {
  if (phase === 'order') return checks['problem-code'].fix;
  if (phase === 'callback') return checks.callback.fix;
  if (phase === 'state') return checks.state.fix;
  if (violations !== undefined || comment !== undefined) return checks['problem-text'].fix;
  if (accepted) return checks['positive-data-acceptance'].fix;
  if (codes.length > 0) return `${checks['negative-data-rejection'].fix} Answer ${codes.join(' or ')}.`;
  return checks['response-schema-conformance'].fix;
}

/** The request of a scenario, if the example profile can make it. */
function exampleOf(scenario: Scenario, profile: Profile): string | undefined {
  const { phase, given, expects } = scenario;
  if (
    given.procedure !== undefined ||
    !['vectors', 'boundaries', 'order', 'text', 'description'].includes(phase)
  )
    return undefined;
  if (expects.accepted === undefined && expects.codes === undefined) return undefined;
  const built = buildCase(profile, scenario, '0c4b7d1e-4f5a-4a3b-9c2d-1e0f5a6b7c8d');
  return isUnavailable(built) ? undefined : toCurl('http://provider.example', built.request);
}
