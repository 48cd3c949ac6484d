/** Bundles the two multi-file descriptions of spec/ into one file each. */
export { bundleDescription, type DescriptionName } from './bundle-description.ts';
