import type { Command } from './tool.ts';

/** Compiles the program in `folder`. All descriptions have one target folder: only the generated crate differs. */
export function build(home: string, folder: string): Command {
  const manifest = ['--manifest-path', `${folder}/Cargo.toml`];
  return ['cargo', 'build', '--quiet', ...manifest, '--target-dir', `${home}/target`];
}

/** Runs what was compiled last. */
export function run(home: string, steps: string): Command {
  return [`${home}/target/debug/interop`, steps];
}
