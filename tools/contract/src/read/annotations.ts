/** Every annotation of ours, in the descriptions and in their annotated bundles. */
export const annotations: readonly string[] = [
  'x-provenance',
  'x-clause',
  'x-decision',
  'x-assumed',
  'x-assumed-values',
  'x-further-members',
  'x-problem',
  'x-problem-default',
  'x-problem-rules',
];
