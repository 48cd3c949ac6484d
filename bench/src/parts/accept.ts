import { type Measure, openAcceptance } from '../acceptance.ts';
import type { Part } from './part.ts';

const connections = 64;

/** A part whose limit is the server without a store. */
function acceptancePart(name: string, side: 'withoutEngine' | 'withEngine', says: string): Part {
  return {
    name,
    says,
    peer: 'the same server and checks without a store',
    figures: { rate: { says: 'requests accepted', unit: 'a second', better: 'higher' } },
    async prepare({ seconds }) {
      const acceptance = await openAcceptance();
      const measure = (load: Measure) => async () => ({
        rate: (await load(connections, seconds(1.5))).perSecond,
      });
      return { ours: measure(acceptance[side]), peer: measure(acceptance.floor), close: acceptance.close };
    },
  };
}

export const intake = acceptancePart(
  'intake',
  'withoutEngine',
  `accepts over HTTP from ${connections} connections, each request committed before its answer; nothing works on what is accepted`,
);

export const accept = acceptancePart(
  'accept',
  'withEngine',
  `the running service accepts over HTTP from ${connections} connections, while it sends what it has accepted and reports with three callbacks each`,
);
