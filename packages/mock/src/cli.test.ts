import { testNeedsNode } from '@cascade/test-kit/vitest';

testNeedsNode('cascade-mock', new URL('cli.ts', import.meta.url));
