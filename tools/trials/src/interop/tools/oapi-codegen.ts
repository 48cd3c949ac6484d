import type { Tool } from '../tool.ts';

const version = 'v2.8.2';
const runtime = 'github.com/oapi-codegen/runtime@v1.8.0';

/** A Go client. It leaves out what only webhooks use unless `skip-prune` is set. */
export const oapiCodegen: Tool = {
  name: 'oapi-codegen',
  version,
  language: 'Go',
  reads: 'openapi',
  lines: {
    install: 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest',
    generate: 'oapi-codegen -config oapi-codegen.yaml -o api/api.go openapi-for-generators.yaml',
    call: 'answer, err := client.ScheduleMessageWithResponse(ctx, body)',
    remark: `Its configuration needs \`output-options: { skip-prune: true }\`: without it, the schemas that only webhooks use are
left out of the 3.1 profile, \`StatusEvent\` among them.`,
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
      `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version}`,
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
