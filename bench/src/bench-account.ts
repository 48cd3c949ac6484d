import { strict } from '@cascade/lenient-requests';
/** An account as the HTTP server knows it: one cascade of one stage, no leniency. */
export function benchAccount(id: number) {
  const stage = {
    uuid: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
    channel: 'SMS',
    ttlSeconds: null,
    subjectId: 1,
    subject: 'codes',
    price: 5,
    order: 1,
  };
  return {
    id,
    name: 'bench',
    cascades: new Map([
      [2002, { id: 2002, name: 'codes', coverage: 'violations' as const, stages: [stage] }],
    ]),
    settings: {
      lenient: strict,
      requestsPerSecond: null,
    },
  };
}
