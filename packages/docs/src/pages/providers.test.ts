import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { type KeptReport, readEvidence } from '../coverage/evidence.ts';
import { providersPage } from './providers.ts';

const { reports } = readEvidence();
const contract = readContract();
const page = providersPage({ contract, reports }).body.text;

test('each provider has its verdict with its level, and a word for each clause', () => {
  expect(reports.map(({ name }) => name)).toEqual(expect.arrayContaining(['mock', 'service', 'python']));
  for (const { statement, verdicts } of reports) {
    expect(page).toContain(`<td>${statement}</td>`);
    expect(Object.keys(verdicts).toSorted()).toEqual([...contract.clauses.keys()].toSorted());
  }
  for (const id of contract.clauses.keys()) {
    const [, row = ''] = new RegExp(`<tr id="${id.replace('/', '-')}".*?</th>(.*?)</tr>`).exec(page) ?? [];
    const words = reports.map(({ verdicts }) => (verdicts[id] === 'conformant' ? 'holds' : 'open'));
    const shown = [...row.matchAll(/>(holds|broken|open)</g)].map(([, word]) => word);
    expect(
      shown.map((word) => (word === 'broken' ? 'open' : word)),
      id,
    ).toEqual(words);
  }
});

const [mock] = reports;

/** The page on two providers. */
const pageOf = (...two: readonly KeptReport[]) => providersPage({ contract, reports: two }).body.text;

/** The report of another provider. */
function reportOf(changes: Partial<KeptReport>): KeptReport {
  if (mock === undefined) throw new Error('there is no report');
  return { ...mock, findings: [], ...changes };
}

test('two reports differ by the clauses with another verdict, and by their findings', () => {
  const finding = { id: '0123456789', clause: '8/buttons', title: '11 buttons were accepted.' };
  const old = reportOf({
    name: 'old',
    verdicts: { ...mock?.verdicts, '8/buttons': 'non-conformant' },
    findings: [finding],
  });
  const text = pageOf(
    old,
    reportOf({ name: 'new', verdicts: { ...mock?.verdicts, '8/buttons': 'conformant' } }),
  );
  expect(text).toContain('<summary>old and new: 2 differences</summary>');
  expect(text).toContain('§8/buttons</a>: broken in old, holds in new');
  expect(text).toContain('<code>0123456789</code> only in old: 11 buttons were accepted.');
});

test('equal reports say so, and each is compared with each once', () => {
  expect(pageOf(reportOf({ name: 'a' }), reportOf({ name: 'b' }))).toContain(
    '<p>a and b: no difference.</p>',
  );
  const compared = reports.flatMap(({ name }, at) =>
    reports.slice(at + 1).map((other) => `${name} and ${other.name}: `),
  );
  expect(compared.length).toBeGreaterThan(2);
  for (const pair of compared) expect(page.split(pair).length, pair).toBe(2);
});
