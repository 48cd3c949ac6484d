import type { Tool } from '../tool.ts';

const version = '0.29.1';

/** A Python client with attrs models over httpx. */
export const openapiPythonClient: Tool = {
  name: 'openapi-python-client',
  version,
  language: 'Python',
  reads: 'openapi',
  lines: {
    install: 'pip install openapi-python-client',
    generate:
      'openapi-python-client generate --path openapi-for-generators.yaml --output-path api --meta none',
    call: 'answer = schedule_message.sync_detailed(client=client, body=body)',
  },
  needs: [['python3', '--version']],
  programs: { 'openapi-python-client.py': 'main.py' },
  install: (home) => [
    ['python3', '-m', 'venv', `${home}/venv`],
    [`${home}/venv/bin/pip`, 'install', '--quiet', `openapi-python-client==${version}`],
  ],
  generate: (home, description, folder) => [
    [
      `${home}/venv/bin/openapi-python-client`,
      'generate',
      '--path',
      description,
      '--output-path',
      `${folder}/api`,
      '--meta',
      'none',
      '--overwrite',
    ],
  ],
  compile: (home, folder) => [[`${home}/venv/bin/python`, '-m', 'compileall', '-q', folder]],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};
