import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure is a change of ours; `SEED=7 npm test` tries others. A
 * report says why.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1), includeErrorInReport: true });
