import type { Example } from './example.ts';

/** The examples that `npm run interop` runs, in this order. */
export const examples: readonly Example[] = [
  {
    name: 'python',
    language: 'Python',
    needs: [['python3', '-m', 'venv', '--help']],
    build: (folder) => [
      ['python3', '-m', 'venv', `${folder}/venv`],
      [`${folder}/venv/bin/pip`, 'install', '--quiet', '-r', `${folder}/requirements.txt`],
    ],
    send: (folder) => [`${folder}/venv/bin/python`, `${folder}/send.py`],
    verify: (folder) => [`${folder}/venv/bin/python`, '-m', 'unittest'],
  },
];
