import { testNeedsNode } from '@cascade/repository/test-kit/vitest';

testNeedsNode('cascade-mock', new URL('cli.ts', import.meta.url));
