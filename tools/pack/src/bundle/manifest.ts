/** The manifest of a bundled package: its dependencies are in the bundle. */
export function bundledManifest(text: string): string {
  const {
    dependencies: _,
    devDependencies: __,
    scripts: ___,
    publishConfig: { exports, bin, access, provenance },
    ...rest
  } = JSON.parse(text);
  return `${JSON.stringify({ ...rest, exports, bin, publishConfig: { access, provenance } }, undefined, 2)}\n`;
}
