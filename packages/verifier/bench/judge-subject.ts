import { judgeConsumer, startMutantProxy } from '../mutants/index.ts';
import { defined } from '../src/defined.ts';
import { type Report, verify } from '../src/index.ts';
import { fixturesOf, profileOf } from './provider.ts';
import { allSubjects, type Subject } from './subjects.ts';

/** One subject to judge, with the accounts of one run. */
export interface SubjectTask {
  readonly id: string;
  readonly run: number;
  readonly target: string;
  /** All if absent. */
  readonly scenarios?: readonly string[];
  readonly fast?: boolean;
}

/** What the verifier made of it. */
export type JudgedSubject = ReturnType<typeof shorten>;

const subjects = new Map(allSubjects().map((subject) => [subject.id, subject]));

/** The verifier's report on a subject, in short. */
export async function judgeSubject({
  id,
  run,
  target,
  scenarios,
  fast,
}: SubjectTask): Promise<JudgedSubject> {
  const subject = subjects.get(id);
  if (subject === undefined) throw new Error(`no subject ${id}`);
  const { change = () => ({}), consumer, assumptions = false } = subject;
  if (consumer !== undefined) return shorten(subject, await judgeConsumer(consumer));
  const profile = await profileOf(run);
  const secret = profile.callback?.secret;
  const proxy = await startMutantProxy({
    target,
    mutant: { change },
    fixtures: fixturesOf(run),
    callbackSecrets: secret === undefined ? [] : [secret],
  });
  try {
    const report = await verify({
      target: proxy.url,
      profile,
      seed: 1,
      assumptions,
      restart: async () => proxy.restart(),
      ...defined({ scenarios, fast }),
    });
    return shorten(subject, report);
  } finally {
    await proxy.close();
  }
}

function shorten({ id, kind, clauses, class: of }: Subject, report: Report) {
  const { verdict, reason, seconds, requests, inconclusive } = report;
  const findings = report.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ scenario, phase, check, clause, expected, actual, request }) => {
      /** Of the body of the request that shows it. */
      const bytes = Buffer.byteLength(request?.body ?? '');
      return { scenario, phase, check, clause, expected, actual, bytes };
    });
  const facts = { id, kind, clauses, verdict, seconds, requests, findings, inconclusive };
  return { ...facts, ...defined({ class: of, reason }) };
}
