/** What a package needs beside it when it is installed. */
export interface Needed {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The manifest of a package that is packed with what it needs of ours: only `needed` is installed beside it. */
export function packedManifest(text: string, needed: Needed): string {
  const {
    dependencies: _,
    optionalDependencies: __,
    devDependencies: ___,
    scripts: ____,
    publishConfig: { exports, bin, access, provenance },
    ...rest
  } = JSON.parse(text);
  const manifest = { ...rest, exports, bin, publishConfig: { access, provenance }, ...needed };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
