import type { Group, KnownFault, ShownBy } from '../src/known/fault.ts';

const inPackage = (name: string, file: string, test?: string): ShownBy => ({
  in: `packages/${name}`,
  file: `src/${file}`,
  ...(test !== undefined && { test }),
});

const faults: readonly KnownFault[] = [
  {
    name: 'key-compared-by-low-bytes',
    says: 'An API key is compared by the low byte of each character, so a key of other letters is accepted',
    out: 'a key is read as the bytes that came',
    found:
      'By requests at the edges of HTTP, sent to mock and service alike, 2026-11-27; repaired in 799ecff1 (ADR-0028)',
    shownBy: {
      in: 'tools/trials',
      file: 'src/alike/edges.test.ts',
      test: 'a key that has another character',
    },
    finds: 'a key that has another character',
  },
  {
    name: 'half-a-million-faults',
    says: 'A body of half a million faults costs quadratic time and memory without a limit',
    out: 'ten thousand errors of a body are kept',
    found:
      'By an attack on the mock, 2026-11-21: Ajv copies all errors found so far for each part that has some; repaired in e2c5db8c',
    shownBy: inPackage(
      'validator',
      'bounded-errors.test.ts',
      'a body of half a million faults costs linear time',
    ),
    finds: 'a body of half a million faults costs linear time',
  },
  {
    name: 'weak-secret-accepted',
    says: 'A receiver accepts a secret of any length, which can be guessed',
    out: 'a secret has 24 bytes at least',
    found:
      'By the table of receptions for receivers in every language, 2026-11-27; repaired in ce4161bb (ADR-0057)',
    shownBy: inPackage('webhooks', 'receptions.test.ts', 'does not start with'),
    finds: 'does not start with',
  },
  {
    name: 'expired-stage-called-failed',
    says: 'A message counts as failed while a stage that follows an expired one may still deliver it',
    out: 'a stage before the last does not end the message',
    found: 'Repaired in ee6dbd87, 2026-11-27 (ADR-0048)',
    shownBy: inPackage('webhooks', 'outcome-of.test.ts'),
    finds: 'expired: the TTL of a stage has passed',
  },
  {
    name: 'made-secret-lost',
    says: 'A client loses the secret that the provider made: it returns its own request in place of the answer',
    out: 'the answer is returned',
    found: 'Repaired in 71bdc978, 2026-11-27',
    shownBy: inPackage(
      'client',
      'operations.test.ts',
      'a callback address is registered, or rejected with its code',
    ),
    finds: 'a callback address is registered, or rejected with its code',
  },
];

export const callersGroup: Group = {
  title: 'Clients, receivers and hostile requests',
  says: 'Found by tables that clients and receivers of every language are held to, and by attacks.',
  faults,
};
