import type { Tool } from '../tool.ts';

const version = '0.89.0';

/**
 * Pydantic 2 models; the program sends them by the standard library. The template data name Python's engine of regular
 * expressions, for Rust's, which Pydantic takes otherwise, refuses the surrogates in our patterns.
 */
export const datamodelCodeGenerator: Tool = {
  name: 'datamodel-code-generator',
  version,
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
      `datamodel-code-generator==${version}`,
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
