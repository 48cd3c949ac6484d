/** The published packages, packed, for those who try them from outside. */
export { type Packed, packedIn, tarballFolder } from './pack.ts';
