import * as modelina from '../modelina.ts';
import type { Tool } from '../tool.ts';
import { compileTypescript, installFromNpm } from '../typescript.ts';

/** TypeScript interfaces of the callback. */
export const modelinaTypescript: Tool = {
  name: 'modelina typescript',
  version: modelina.version,
  language: 'TypeScript',
  reads: 'asyncapi',
  lines: {
    install: modelina.installLine,
    generate:
      'npx modelina generate typescript asyncapi.yaml --tsModelType=interface --tsRawPropertyNames --output api',
    call: 'const { requestId, status, error } = JSON.parse(body) as StatusEvent',
    remark: 'Without `--tsRawPropertyNames` it renames `status` to `reservedStatus`, on the wire too.',
  },
  needs: [['npm', '--version']],
  programs: { 'modelina.ts': 'main.ts', 'steps.ts': 'steps.ts', 'commonjs.json': 'package.json' },
  install: (home) => installFromNpm(home, [modelina.npmPackage]),
  generate: (home, description, folder) => [
    modelina.generate(
      'typescript',
      ['--tsModelType=interface', '--tsRawPropertyNames', '--tsExportType=named'],
      { home, description, target: `${folder}/api` },
    ),
  ],
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
