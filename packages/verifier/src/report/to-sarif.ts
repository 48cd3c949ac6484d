import { standingOf } from '../baseline/baseline-result.ts';
import { defined } from '../defined.ts';
import { readContractPlaces } from '../scenario/contract-places.ts';
import { exitCodeOf, type Finding, type Report } from './report.ts';
import { clauseLink } from './wording.ts';

export interface SarifOptions {
  /** Base address of a portal; without it there are no links. */
  readonly docs?: string;
  /** The profile, as a relative path; GitHub shows only what has a place in a file. */
  readonly profile?: string;
}

/**
 * The report as a SARIF 2.1.0 log (OASIS): a rule for each clause of a finding or hint, a result for each of
 * them. Hints have the level note.
 */
export function toSarif(report: Report, options: SarifOptions): string {
  const found = [...report.findings, ...report.hints];
  const rules = [...new Set(found.map(({ clause }) => clause))].toSorted();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cascade-verify',
            version: report.verifier.version,
            ...defined({ informationUri: options.docs }),
            rules: rules.map((clause) => rule(clause, report, options)),
          },
        },
        originalUriBaseIds: {
          [contractBase]: { description: { text: 'The folder of the package @cascade/spec.' } },
        },
        invocations: [invocation(report)],
        properties: propertiesOf(report),
        results: found.map((finding) => result(finding, report, rules, options)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function propertiesOf(report: Report): object {
  const { target, seed, verdict, level, statement, verifier, digests } = report;
  return { target, seed, verdict, level, statement, verifier, digests };
}

function rule(clause: string, { ledger }: Report, { docs }: SarifOptions): object {
  const says = ledger.find((row) => row.clause === clause)?.says ?? `Clause §${clause}.`;
  return {
    id: clause,
    shortDescription: { text: `§${clause}` },
    fullDescription: { text: says },
    // GitHub shows the help beside an alert.
    help: { text: says },
    ...(docs === undefined ? {} : { helpUri: clauseLink(docs, clause) }),
    defaultConfiguration: { level: 'error' },
  };
}

function invocation(report: Report): object {
  const notes = report.inconclusive.map(({ scenario, reason }) => ({
    level: 'note',
    message: { text: `${scenario} is inconclusive: ${reason}` },
  }));
  const left = report.scenarios
    .filter(({ verdict }) => verdict === 'not-judged')
    .map(({ scenario, reason }) => ({
      level: 'note',
      message: { text: `${scenario} is not judged: ${reason}` },
    }));
  const vanished = (report.baseline?.vanished ?? []).map(({ finding, ticket }) => ({
    level: 'error',
    message: { text: `the known finding ${finding} has vanished (${ticket}): remove it from the baseline` },
  }));
  const failure =
    report.reason === undefined
      ? []
      : [{ level: 'error', message: { text: `could not judge: ${report.reason}` } }];
  return {
    executionSuccessful: report.verdict !== 'could-not-judge',
    exitCode: exitCodeOf(report),
    startTimeUtc: report.began,
    toolExecutionNotifications: [...failure, ...vanished, ...notes, ...left],
  };
}

function result(
  finding: Finding,
  { target, baseline }: Report,
  rules: readonly string[],
  { profile }: SarifOptions,
): object {
  const { id, clause, severity, rests, title, expected, actual, scenario, phase, check, request, curl } =
    finding;
  const { decision, exchange } = finding;
  const known = baseline?.known.find((each) => each.finding === id);
  const standing = standingOf(baseline, id);
  const assumed = decision === undefined ? '' : `. Rests on ${decision}; the source does not show it.`;
  const basis = rests === undefined ? assumed : `. A hint: rests on ${rests}, not on the source.`;
  return {
    ruleId: clause,
    ruleIndex: rules.indexOf(clause),
    level: severity === 'hint' ? 'note' : 'error',
    message: { text: `${title} Expected ${expected}; actual: ${actual}${basis}` },
    locations: [
      {
        ...(profile === undefined
          ? {}
          : { physicalLocation: { artifactLocation: { uri: toUri(profile) }, region: { startLine: 1 } } }),
        logicalLocations: [{ name: scenario, fullyQualifiedName: `${phase}/${scenario}`, kind: 'scenario' }],
      },
    ],
    ...relatedTo(finding),
    partialFingerprints: { 'findingId/v1': id },
    // GitHub closes an alert that is suppressed.
    ...(known === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: standing }] }),
    ...(request === undefined
      ? {}
      : {
          webRequest: {
            protocol: 'http',
            version: '1.1',
            method: request.method,
            target: `${target}${request.path}`,
            headers: request.headers,
            body: { text: request.body },
          },
        }),
    properties: { check, ...defined({ curl, exchange, baseline: standing }) },
  };
}

/**
 * The rule and the clause of a finding: file and line below the package of the contract, which SARIF calls a
 * base.
 */
function relatedTo({ scenario, clause }: Finding): object {
  const places = readContractPlaces();
  const related = [
    ['the scenario', places[`scenario ${scenario}`]] as const,
    ['the clause', places[`clause ${clause}`]] as const,
  ].flatMap(([text, place], at) =>
    place === undefined
      ? []
      : [
          {
            id: at + 1,
            message: { text },
            physicalLocation: {
              artifactLocation: { uri: place.file, uriBaseId: contractBase },
              region: { startLine: place.line },
            },
          },
        ],
  );
  return related.length === 0 ? {} : { relatedLocations: related };
}

const contractBase = 'CASCADE_SPEC';

/** A relative reference (RFC 3986), whatever the separator of the system. */
function toUri(path: string): string {
  return path.split(/[\\/]/).map(encodeURIComponent).join('/');
}
