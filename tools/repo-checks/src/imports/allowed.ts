/**
 * ARCHITECTURE.md, «What may depend on what»: which packages of ours the run-time files of a package may import. The
 * docs are a site that is built in the repository; they are not packed, and their build reads the contract.
 */
export const allowedAtRunTime: Readonly<Record<string, readonly string[]>> = {
  '@cascade/spec': [],
  '@cascade/types': [],
  '@cascade/validator': ['@cascade/types'],
  '@cascade/yaml-file': [],
  '@cascade/embedded-postgres': [],
  '@cascade/lenient-requests': ['@cascade/types', '@cascade/validator'],
  '@cascade/mock': [
    '@cascade/lenient-requests',
    '@cascade/spec',
    '@cascade/types',
    '@cascade/validator',
    '@cascade/yaml-file',
  ],
  '@cascade/service': [
    '@cascade/embedded-postgres',
    '@cascade/lenient-requests',
    '@cascade/spec',
    '@cascade/types',
    '@cascade/validator',
    '@cascade/yaml-file',
  ],
  '@cascade/client': ['@cascade/lenient-requests', '@cascade/types', '@cascade/validator'],
  '@cascade/webhooks': ['@cascade/types'],
  '@cascade/verifier': ['@cascade/spec', '@cascade/types', '@cascade/yaml-file'],
  '@cascade/docs': [
    '@cascade/bundle',
    '@cascade/client',
    '@cascade/contract',
    '@cascade/evolution',
    '@cascade/verifier',
    '@cascade/webhooks',
  ],
};

/** What not even the tests of a package may import: a provider never knows the verifier that judges it. */
export const neverAllowed: Readonly<Record<string, readonly string[]>> = {
  '@cascade/mock': ['@cascade/verifier'],
  '@cascade/service': ['@cascade/verifier'],
};

/** An import that the rules forbid, and that is right all the same. */
export interface Exception {
  readonly path: string;
  /** A path below the root of the repository, or a package. */
  readonly target: string;
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  {
    path: 'tools/test-kit/src/proofs.ts',
    target: 'pnpm-lock.yaml',
    because: 'names every library in the version that is here',
  },
  {
    path: 'bench/src/scenarios/parts/programs.ts',
    target: '.',
    because: 'runs commands of the repository where their users do',
  },
  {
    path: 'packages/service/vitest.config.ts',
    target: 'vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/docs/vitest.config.ts',
    target: 'vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/verifier/vitest.config.ts',
    target: 'vitest.config.ts',
    because: 'extends the shared one',
  },
  {
    path: 'packages/client/bench/consumer.ts',
    target: 'packages',
    because: 'packs four packages and installs them',
  },
  {
    path: 'packages/service/src/gateways/gateway-example.test.ts',
    target: 'examples/gateway-node/gateway.ts',
    because: 'sends through the example',
  },
  {
    path: 'packages/verifier/test/gateway.test.ts',
    target: 'examples/gateway-node/gateway.ts',
    because: 'judges the example',
  },
  {
    path: 'packages/verifier/test/python-provider.test.ts',
    target: 'examples/provider-python',
    because: 'judges the example',
  },
  {
    path: 'packages/verifier/bench/source-mutation/mutants.ts',
    target: 'examples/provider-python',
    because: 'mutates the example',
  },
  {
    path: 'spec/testers/dredd-hooks.cjs',
    target: 'hooks',
    because: 'Dredd provides it to its hook files',
  },
  { path: 'deploy/src/try-image.ts', target: '.', because: 'builds images from the root' },
  { path: 'tools/bundle/src/bundle-description.ts', target: 'spec', because: 'Redocly runs in this folder' },
  { path: 'tools/commands/src/turbo.ts', target: '.', because: 'finds the root' },
  { path: 'tools/contract/src/yaml-file.ts', target: '.', because: 'finds the root' },
  { path: 'tools/pack/src/published.ts', target: '.', because: 'finds the root' },
  {
    path: 'tools/trials/src/readers/make-reports.ts',
    target: 'packages/verifier',
    because: 'runs its command line',
  },
  { path: 'tools/trials/src/readers/recipes.ts', target: 'packages/verifier', because: 'reads its recipes' },
  { path: 'tools/trials/src/interop/examples.ts', target: 'examples', because: 'runs the examples' },
  {
    path: 'tools/trials/src/interop/examples.ts',
    target: 'packages/verifier/src/cli.ts',
    because: 'runs its command line',
  },
  {
    path: 'tools/trials/src/interop/examples.test.ts',
    target: 'examples/README.md',
    because: 'compares the overview with what runs',
  },
];
