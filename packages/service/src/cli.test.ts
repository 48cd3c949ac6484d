import { testNeedsNode } from '@cascade/repository/test-kit/vitest';

testNeedsNode('cascade-service', new URL('cli.ts', import.meta.url));
