import { listedCode } from '../oracle/catalogue.ts';
import type { Finding } from './report.ts';

export type FindingGroup = readonly [Finding, ...Finding[]];

/**
 * Findings of one cause together: one fault often shows in many scenarios. Those that share a sign of their
 * cause are of one; so are kinds of faults that all look alike, if there are more than `mostAlike` of them.
 */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const byCause = joinedBy(
    findings.flatMap((finding): FindingGroup[] => [[finding]]),
    ([finding]) => signsOf(finding),
  );
  return looksOf.reduce(mergeAlike, byCause);
}

/** Joins the groups that have a sign in common, also by way of a third; in the order of their first findings. */
function joinedBy(
  groups: readonly FindingGroup[],
  signsOfGroup: (group: FindingGroup) => readonly string[],
): readonly FindingGroup[] {
  const ownerOf = new Map<string, Set<FindingGroup>>();
  for (const group of groups) {
    const signs = signsOfGroup(group);
    const owners = [...new Set(signs.flatMap((sign) => ownerOf.get(sign) ?? []))];
    const [owner = new Set<FindingGroup>(), ...joined] = owners;
    for (const each of joined) {
      for (const member of each) owner.add(member);
      for (const [sign, known] of ownerOf) if (known === each) ownerOf.set(sign, owner);
    }
    owner.add(group);
    for (const sign of signs) ownerOf.set(sign, owner);
  }
  const order = new Map(groups.map((group, at) => [group, at]));
  return [...new Set(ownerOf.values())]
    .map((owner) => [...owner].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
    .toSorted(([a], [b]) => (a && b ? (order.get(a) ?? 0) - (order.get(b) ?? 0) : 0))
    .flatMap(([first, ...others]): FindingGroup[] =>
      first === undefined ? [] : [[first[0], ...first.slice(1), ...others.flat()]],
    );
}

/** What two findings have in common if one fault of the provider is behind both. */
function signsOf(finding: Finding): readonly string[] {
  const { clause, check, expected } = finding;
  const sign = (...parts: readonly string[]) => JSON.stringify([check, ...parts]);
  return [
    sign('rule', clause, expected),
    ...(furtherSigns[check]?.(finding) ?? []).map((parts) => sign(...parts)),
  ];
}

type Signs = (finding: Finding) => readonly (readonly string[])[];

const furtherSigns: Readonly<Partial<Record<Finding['check'], Signs>>> = {
  // In place of each code that is right here, the same other one; a name that is not listed, in place of any.
  'problem-code': ({ expected, actual }) =>
    listedCode(actual) === undefined
      ? [['unlisted', actual]]
      : expected.split(' or ').map((code) => ['instead', code, actual]),
  'status-code-conformance': ({ expected, actual }) => [['status', expected.replace(/ of .*$/, ''), actual]],
  // The value of one member, whatever it should have been.
  'response-schema-conformance': ({ clause, actual }) => [['value', clause, actual.replace(/^[a-z]+ /, '')]],
  'content-type-conformance': ({ actual }) => [['type', actual]],
  // One rule on how violations are written (§7.3), or the same comment.
  'problem-text': ({ clause, expected }) => [
    /^[27]\.3\//.test(clause) ? ['text', clause] : ['comment', expected],
  ],
  // One demand on all callbacks, or what is the same for each reason of §7.4.
  callback({ scenario, clause, expected, actual }) {
    if (expected.includes(' must ')) return [['demand', expected, actual]];
    const reason = /^reason-(.+)$/.exec(scenario)?.[1];
    return reason === undefined
      ? []
      : [[clause, expected, actual].map((text) => text.replaceAll(reason, '…'))];
  },
};

/** Of how many kinds a fault must look alike to be one. */
const mostAlike = 8;

/** Looks of a finding, the narrower first. */
const looksOf: readonly ((finding: Finding) => string | undefined)[] = [
  ({ check, expected, actual }) =>
    isOfRequest(check) ? JSON.stringify([check, actual, expected.split(' or ')[0]]) : undefined,
  ({ check, actual }) => (isOfRequest(check) ? JSON.stringify([check, actual]) : undefined),
];

function isOfRequest(check: Finding['check']): boolean {
  return check === 'positive-data-acceptance' || check === 'negative-data-rejection';
}

function mergeAlike(
  groups: readonly FindingGroup[],
  lookOf: (finding: Finding) => string | undefined,
): readonly FindingGroup[] {
  const sizes = new Map<string | undefined, number>();
  for (const [first] of groups) sizes.set(lookOf(first), (sizes.get(lookOf(first)) ?? 0) + 1);
  return joinedBy(groups, ([first]) => {
    const look = lookOf(first);
    const isCommon = look !== undefined && (sizes.get(look) ?? 0) > mostAlike;
    return [isCommon ? look : first.id];
  });
}
