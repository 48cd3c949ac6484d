/** Where a peer looks, with which key, and whose accounts these are. */
export interface PeerTarget {
  readonly url: string;
  readonly key: string;
  readonly run: number;
}

/** Another tool that judges an API by its description. */
export interface Peer {
  readonly name: string;
  /** Why it cannot be asked here; undefined if it can. */
  absent(): Promise<string | undefined>;
  /**
   * What it complains of, each kind of complaint under a name of its own. What it complains of before the conformant
   * provider, too, finds no mutant. Ends soon after the signal.
   */
  complaintsAbout(target: PeerTarget, signal: AbortSignal): Promise<readonly string[]>;
}
