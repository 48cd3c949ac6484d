/** Packs the published packages, for tests that install them. */
export { type Packed, packedIn, tarballFolder } from './pack.ts';
