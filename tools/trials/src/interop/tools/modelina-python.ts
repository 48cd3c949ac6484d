import * as modelina from '../modelina.ts';
import type { Tool } from '../tool.ts';

/** Pydantic models of the callback. */
export const modelinaPython: Tool = {
  name: 'modelina python',
  version: modelina.version,
  language: 'Python (Pydantic 2)',
  reads: 'asyncapi',
  lines: {
    install: modelina.installLine,
    generate: 'npx modelina generate python asyncapi.yaml --pyDantic --packageName=api --output api',
    call: 'event = StatusEvent.model_validate_json(body)',
  },
  needs: [
    ['npm', '--version'],
    ['python3', '--version'],
  ],
  programs: { 'modelina.py': 'main.py' },
  install: (home) => [
    ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', home, modelina.npmPackage],
    ['python3', '-m', 'venv', `${home}/venv`],
    [`${home}/venv/bin/pip`, 'install', '--quiet', 'pydantic==2.14.3'],
  ],
  generate: (home, description, folder) => [
    modelina.generate('python', ['--pyDantic', '--packageName=api'], {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [
    [`${home}/venv/bin/python`, '-c', `import sys; sys.path.insert(0, '${folder}'); import api.status_event`],
  ],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};
