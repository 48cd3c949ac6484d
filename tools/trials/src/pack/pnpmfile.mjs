/** What pnpm asks before it packs: the version of a tarball, and those of ours that it needs (pack.ts). */
const versions = JSON.parse(process.env.CASCADE_PACKED_VERSIONS ?? '{}');

export const hooks = {
  beforePacking: ({ name, version, dependencies, ...manifest }) => ({
    name,
    version: versions[name] ?? version,
    ...manifest,
    ...(dependencies && {
      dependencies: Object.fromEntries(
        Object.entries(dependencies).map(([needed, range]) => [needed, versions[needed] ?? range]),
      ),
    }),
  }),
};
