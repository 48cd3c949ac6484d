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
  {
    name: 'go',
    language: 'Go',
    needs: [['go', 'version']],
    build: (folder) => [
      ['go', 'vet', '.'],
      ['go', 'build', '-o', `${folder}/program`, '.'],
    ],
    send: (folder) => [`${folder}/program`],
    verify: () => ['go', 'test', '.'],
  },
  {
    name: 'php',
    language: 'PHP',
    needs: [['php', '-r', 'curl_version();']],
    build: () => [],
    send: (folder) => ['php', `${folder}/send.php`],
    verify: (folder) => ['php', `${folder}/check-vectors.php`],
  },
  {
    name: 'rust',
    language: 'Rust',
    needs: [['cargo', '--version']],
    // Beside the copy, which is made anew each time: the dependencies need not be compiled again.
    build: (folder) => [['cargo', 'build', '--quiet', '--locked', '--target-dir', `${folder}-target`]],
    send: (folder) => [`${folder}-target/debug/cascade-example`],
    verify: (folder) => ['cargo', 'test', '--quiet', '--locked', '--target-dir', `${folder}-target`],
  },
  {
    name: 'java',
    language: 'Java',
    needs: [
      ['javac', '--version'],
      ['mvn', '--version'],
    ],
    build: () => [['mvn', '--quiet', 'compile', 'dependency:copy-dependencies']],
    send: (folder) => ['java', '-cp', `${folder}/target/classes:${folder}/target/libraries/*`, 'Send'],
    verify: (folder) => [
      'java',
      '-cp',
      `${folder}/target/classes:${folder}/target/libraries/*`,
      'CheckCallbacks',
    ],
  },
  {
    name: 'csharp',
    language: 'C#',
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    build: (folder) => [
      [
        'mcs',
        '-warnaserror',
        `-out:${folder}/CascadeExample.exe`,
        '-r:System.Net.Http,System.Runtime.Serialization',
        `${folder}/*.cs`,
      ],
    ],
    send: (folder) => ['mono', `${folder}/CascadeExample.exe`, 'send'],
    verify: (folder) => ['mono', `${folder}/CascadeExample.exe`, 'check'],
  },
];
