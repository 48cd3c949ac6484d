/** Compares states of the contract, and judges the version that the next release must have. */
export { type AlreadyRead, type Catalogue, readCatalogue } from './catalogue.ts';
export { type ContractChange, greatest, type Impact, isWording, type Values } from './change.ts';
export { compare } from './compare.ts';
export type { Contradicted } from './contradicted.ts';
export { type NamedPlace, placeOf } from './description/report-words.ts';
export {
  contractPackage,
  describedVersion,
  type Judgement,
  judge,
  plannedBump,
  versionBetween,
} from './judge.ts';
export { meaningOf } from './meaning.ts';
export { type Release, readPresent, readReleases } from './release.ts';
export {
  type BrokenType,
  type ExpectationChange,
  type Review,
  type ReviewedChange,
  review,
  reviewInMarkdown,
} from './review.ts';
export { requireSource } from './source.ts';
