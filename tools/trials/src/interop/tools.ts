import { modelinaJava, modelinaPython, modelinaTypescript } from './modelina.ts';
import {
  openapiGeneratorFetch,
  openapiGeneratorGo,
  openapiGeneratorKotlin,
  openapiGeneratorNative,
  openapiGeneratorOkhttp,
  openapiGeneratorPhp,
  openapiGeneratorPython,
  openapiGeneratorRust,
} from './openapi-generator.ts';
import { progenitor } from './rust.ts';
import type { Tool } from './tool.ts';
import { heyApi, orvalFetch, orvalZod } from './typescript.ts';

const openapiPythonClientVersion = '0.29.1';

/** A Python client with attrs models over httpx. */
const openapiPythonClient: Tool = {
  name: 'openapi-python-client',
  version: openapiPythonClientVersion,
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
    [`${home}/venv/bin/pip`, 'install', '--quiet', `openapi-python-client==${openapiPythonClientVersion}`],
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

const datamodelCodeGeneratorVersion = '0.89.0';

/**
 * Pydantic 2 models; the program sends them by the standard library. The template data name Python's engine of regular
 * expressions, for Rust's, which Pydantic takes otherwise, refuses the surrogates in our patterns.
 */
const datamodelCodeGenerator: Tool = {
  name: 'datamodel-code-generator',
  version: datamodelCodeGeneratorVersion,
  language: 'Python (Pydantic 2)',
  reads: 'openapi',
  lines: {
    install: 'pip install datamodel-code-generator',
    generate:
      'datamodel-codegen --input openapi-for-generators.yaml --output-model-type pydantic_v2.BaseModel --output api.py',
    call: 'body = SchedulingRequest.model_validate(request).model_dump_json(exclude_unset=True)',
    remark:
      'It writes models only; send them by any HTTP client. From the full description, generate with\n`--extra-template-data` and a file that holds `{ "#all#": { "config": { "regex_engine": "python-re" } } }`.',
  },
  needs: [['python3', '--version']],
  programs: {
    'datamodel-code-generator.py': 'main.py',
    'datamodel-code-generator.json': 'template-data.json',
  },
  install: (home) => [
    ['python3', '-m', 'venv', `${home}/venv`],
    [
      `${home}/venv/bin/pip`,
      'install',
      '--quiet',
      `datamodel-code-generator==${datamodelCodeGeneratorVersion}`,
      'pydantic==2.14.3',
    ],
  ],
  generate: (home, description, folder) => [
    [
      `${home}/venv/bin/datamodel-codegen`,
      '--input',
      description,
      '--input-file-type',
      'openapi',
      '--output-model-type',
      'pydantic_v2.BaseModel',
      '--extra-template-data',
      `${folder}/template-data.json`,
      '--output',
      `${folder}/api.py`,
    ],
  ],
  compile: (home, folder) => [
    [`${home}/venv/bin/python`, '-c', `import sys; sys.path.insert(0, '${folder}'); import api`],
  ],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};

const oapiCodegenVersion = 'v2.8.2';
const runtime = 'github.com/oapi-codegen/runtime@v1.8.0';

/** A Go client. It leaves out what only webhooks use unless `skip-prune` is set. */
const oapiCodegen: Tool = {
  name: 'oapi-codegen',
  version: oapiCodegenVersion,
  language: 'Go',
  reads: 'openapi',
  lines: {
    install: 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest',
    generate: 'oapi-codegen -config oapi-codegen.yaml -o api/api.go openapi-for-generators.yaml',
    file: ['oapi-codegen.yaml', 'oapi-codegen.yaml'],
    call: 'answer, err := client.ScheduleMessageWithResponse(ctx, body)',
    remark: `Without \`skip-prune\`, the schemas that only webhooks use are left out of the 3.1 profile, \`StatusEvent\` among them.
The folder \`api\` must exist.`,
  },
  needs: [['go', 'version']],
  programs: {
    'oapi-codegen.go': 'main.go',
    'steps.go': 'steps.go',
    'oapi-codegen.yaml': 'oapi-codegen.yaml',
  },
  install: (home) => [
    [
      'env',
      `GOBIN=${home}`,
      'go',
      'install',
      `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapiCodegenVersion}`,
    ],
  ],
  generate: (home, description, folder) => [
    ['mkdir', '-p', `${folder}/api`],
    [
      `${home}/oapi-codegen`,
      '-config',
      `${folder}/oapi-codegen.yaml`,
      '-o',
      `${folder}/api/api.go`,
      description,
    ],
  ],
  compile: (_, folder) => [
    ['rm', '-f', `${folder}/go.mod`],
    ['go', 'mod', 'init', 'interop'],
    ['go', 'mod', 'edit', '-require', runtime],
    ['go', 'mod', 'tidy'],
    ['go', 'build', '-p', '1', '-o', `${folder}/main`, '.'],
  ],
  run: (_, folder, steps) => [`${folder}/main`, steps],
};

/** The generators that `npm run interop` tries, in this order. */
export const tools: readonly Tool[] = [
  openapiPythonClient,
  datamodelCodeGenerator,
  oapiCodegen,
  heyApi,
  orvalFetch,
  orvalZod,
  openapiGeneratorFetch,
  openapiGeneratorGo,
  openapiGeneratorNative,
  openapiGeneratorOkhttp,
  openapiGeneratorKotlin,
  openapiGeneratorPhp,
  openapiGeneratorPython,
  openapiGeneratorRust,
  progenitor,
  modelinaTypescript,
  modelinaJava,
  modelinaPython,
];
