import { createFairShare } from '../sharing/fair-share.ts';

/** Why no further callback URL is probed now. */
export type ProbeRefusal =
  /** The account has as many probes under way as it may. */
  | 'account-is-busy'
  /** The service has. */
  | 'service-is-busy';

/** Runs the probes of callback URLs, of which each may hold a socket for 15 seconds. */
export interface UrlProbes {
  run<Verdict>(accountId: number, probe: () => Promise<Verdict>): Promise<Verdict | ProbeRefusal>;
}

/** Probes under way at once: in sum, and of one account, which gets fewer when many accounts probe. */
const most = { inSum: 64, ofAccount: 4 } as const;

export function createUrlProbes(): UrlProbes {
  const share = createFairShare(most.inSum);
  return {
    async run(accountId, probe) {
      const parties = [`account ${accountId}`];
      const ofAccount = share.usedBy(`account ${accountId}`);
      if (ofAccount >= most.ofAccount) return 'account-is-busy';
      if (!share.grants(parties)) return ofAccount > 0 ? 'account-is-busy' : 'service-is-busy';
      share.take(parties);
      try {
        return await probe();
      } finally {
        share.give(parties);
      }
    },
  };
}
