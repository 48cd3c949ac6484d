import { testNeedsNode } from '@cascade/test-kit/vitest';

testNeedsNode('cascade-service', new URL('cli.ts', import.meta.url));
