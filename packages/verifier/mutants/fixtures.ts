/** What a mutant has to know of the provider it stands before, because nobody can see it from outside. */
export interface Fixtures {
  readonly goodKey: string;
  readonly expiredKey: string;
  /** Of an account without money. */
  readonly poorKey: string;
  /** Of accounts whose balance covers exactly so many SMS messages as the first group says. */
  readonly purseKeys: RegExp;
}

/** Those of the samples and of the demo accounts; purses are declared beside them. */
export const demoFixtures: Fixtures = {
  goodKey: 'demo-key',
  expiredKey: 'demo-key-expired',
  poorKey: 'poor-key',
  purseKeys: /^purse-(\d)-/,
};
