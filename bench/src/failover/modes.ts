/** How a primary and its standbys replicate. */
export interface Mode {
  readonly says: string;
  readonly standbys: 1 | 2;
  /** `synchronous_standby_names` of a server, when all of these exist; empty: a commit waits for none. */
  readonly waitsFor: string;
  /** `synchronous_commit`. */
  readonly commit: 'remote_apply' | 'on';
  /** Whether a promoted server must be told that it has no standby. */
  readonly isAloneAfterwards: boolean;
  /** Milliseconds from the primary to a standby, one way. */
  readonly link: number;
}

const alone = { standbys: 1, isAloneAfterwards: true } as const;

export const modes: Readonly<Record<string, Mode>> = {
  applied: {
    ...alone,
    says: 'one standby that has applied each commit before it is acknowledged (synchronous_commit = remote_apply)',
    waitsFor: '*',
    commit: 'remote_apply',
    link: 0,
  },
  quorum: {
    says: 'two standbys, of which one has flushed each commit before it is acknowledged (ANY 1, synchronous_commit = on); the one with more of the log is promoted',
    standbys: 2,
    waitsFor: 'ANY 1 (one, two, three)',
    commit: 'on',
    isAloneAfterwards: false,
    link: 0,
  },
  asynchronous: {
    ...alone,
    says: 'one standby that no commit waits for, 50 ms away',
    waitsFor: '',
    commit: 'on',
    isAloneAfterwards: false,
    link: 50,
  },
};
