/** What a mutant must know of the provider behind it and cannot observe. */
export interface Fixtures {
  readonly goodKey: string;
  readonly expiredKey: string;
  /** The account has no money. */
  readonly poorKey: string;
  /** Of accounts whose balance covers exactly N SMS messages; N is the first group. */
  readonly purseKeys: RegExp;
}

/** Those of the samples and of the demo accounts; purses are declared beside them. */
export const demoFixtures: Fixtures = {
  goodKey: 'demo-key',
  expiredKey: 'demo-key-expired',
  poorKey: 'poor-key',
  purseKeys: /^purse-(\d)-/,
};
