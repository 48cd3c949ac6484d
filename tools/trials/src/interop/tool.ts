/** A command line, run in the working folder of the tool. */
export type Command = readonly [program: string, ...args: string[]];

/** How a generator is used, a line each. */
export interface Lines {
  readonly install: string;
  readonly generate: string;
  /** A file that the command names, which the page shows: its name there, and in `interop-programs`. */
  readonly file?: readonly [name: string, program: string];
  /** Sends a message by the generated code, or reads a callback where there is no client. */
  readonly call: string;
  /** What one must know besides, as Markdown. */
  readonly remark?: string;
}

/** A code generator: how it is installed, generates, compiles and runs. All paths are absolute. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** Which description it reads: of AsyncAPI, only the steps with callbacks are taken. */
  readonly reads: 'openapi' | 'asyncapi';
  /** The profiles that it cannot read, by what the page calls them: that it fails with them is expected. */
  readonly refuses?: readonly string[];
  /** What its users type, for the page. */
  readonly lines: Lines;
  /** Each must succeed, or the toolchain is absent. */
  readonly needs: readonly Command[];
  /** Installs into `home`, once. */
  install(home: string): readonly Command[];
  /** Writes the generated code from `description` into `folder`. */
  generate(home: string, description: string, folder: string): readonly Command[];
  /** Checks it together with our program for it, which is copied into `folder`. */
  compile(home: string, folder: string): readonly Command[];
  /** Runs the program on a file with the steps. */
  run(home: string, folder: string, steps: string): Command;
  /** Files to copy into `folder` before compiling: the name in `interop-programs`, and the name there. */
  readonly programs: Readonly<Record<string, string>>;
}
