import { testNeedsNode } from '@cascade/test-kit/vitest';

testNeedsNode('cascade-verify', new URL('cli.ts', import.meta.url));
