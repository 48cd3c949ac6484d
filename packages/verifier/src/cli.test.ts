import { testNeedsNode } from '@cascade/repository/test-kit/vitest';

testNeedsNode('cascade-verify', new URL('cli.ts', import.meta.url));
