/** Bundles each description of spec/ into one file, and makes what else others read of it. */
export { bundleDescription, type DescriptionName } from './bundle-description.ts';
export {
  banner,
  constant,
  type GeneratedFile,
  type Generator,
  generatedPart,
  synchronise,
} from './generated-files.ts';
export { leanText } from './lean.ts';
export { lintDescriptions } from './lint-descriptions.ts';
export { jsonSchemas } from './release-files/json-schemas.ts';
export { profiles } from './release-files/profiles.ts';
export { releaseFiles, writeReleaseFiles } from './release-files/release-files.ts';
