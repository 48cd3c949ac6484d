/** Packs what is published, for those who try it from outside. */
export { type Packed, pack } from './pack.ts';
