/** Compares states of the contract, and judges the version that the next release must have. */
export type { AlreadyRead } from './catalogue/read-catalogue.ts';
export { type Change, isWording, type Values } from './change.ts';
export { plannedBump } from './changesets.ts';
export { compare } from './compare.ts';
export { type Place, placeOf } from './description/place.ts';
export { type Judgement, judge } from './judge.ts';
export { contractPackage, readPresent, readReleases } from './read-release.ts';
export type { Catalogue, Release } from './release.ts';
