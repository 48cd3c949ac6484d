import { test } from 'vitest';
import { withBed } from '../harness/bed.ts';
import { sendOnce } from './once.ts';

test.concurrent.for(['http', 'smpp'] as const)(
  'sends each message once by %s while its account is locked around the request',
  async (kind, { expect }) => {
    const scene = { kind, replicas: 1, latencyMs: 100, lockMs: [10, 30] } as const;
    const step = { accounts: 30, rate: 150, seconds: 2 };
    const { steps, gateway } = await withBed((bed) => sendOnce(bed, scene, [step]));
    expect(steps).toMatchObject([{ accepted: 300, missing: 0, sends: 300, repeats: 0 }]);
    expect(gateway).toMatchObject({ sends: 300, texts: 300, repeats: 0, withoutId: 0 });
  },
);
