import type { Command, Tool } from './tool.ts';

/** Compiles the program in `folder`. All descriptions have one target folder: only the generated crate differs. */
export function buildCrate(home: string, folder: string): Command {
  const manifest = ['--manifest-path', `${folder}/Cargo.toml`];
  return ['cargo', 'build', '--quiet', ...manifest, '--target-dir', `${home}/target`];
}

/** Runs what was compiled last. */
export function runCrate(home: string, steps: string): Command {
  return [`${home}/target/debug/interop`, steps];
}

/** A Rust client by progenitor over reqwest. It is compiled without optimizing, which takes minutes less. */
export const progenitor: Tool = {
  name: 'progenitor',
  version: '0.15.1',
  language: 'Rust',
  reads: 'openapi',
  refuses: ['3.1 profile'],
  lines: {
    install: 'cargo install cargo-progenitor@0.15.1',
    generate: 'cargo progenitor -i openapi-3.0-for-generators.yaml -o api -n api -v 0.1.0',
    call: 'let result = client.schedule_message(&request).await?;',
    remark: `It reads OpenAPI 3.0 only, and refuses a \`type\` that is a list, as 3.1 has. The client sends no key by itself: give
\`Client::new_with_client\` a \`reqwest::Client\` whose default headers have \`x-api-key\`.`,
  },
  needs: [
    ['cargo', '--version'],
    ['rustfmt', '--version'],
  ],
  programs: { 'progenitor.rs': 'src/main.rs', 'progenitor.toml': 'Cargo.toml' },
  install: (home) => [['cargo', 'install', '--quiet', '--debug', '--root', home, 'cargo-progenitor@0.15.1']],
  generate: (home, description, folder) => [
    [
      // A backtrace would hide why it refuses a description.
      'env',
      'RUST_BACKTRACE=0',
      `${home}/bin/cargo-progenitor`,
      'progenitor',
      ...['--input', description],
      ...['--output', `${folder}/api`],
      ...['--name', 'api'],
      ...['--version', '0.1.0'],
    ],
  ],
  compile: (home, folder) => [buildCrate(home, folder)],
  run: (home, _, steps) => runCrate(home, steps),
};
