/** Runs the script of a file of the site, also from `file://`. */
export function loadScript(file: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = file;
  script.onload = () => resolve();
  script.onerror = () => reject(new Error(`${file} could not be loaded`));
  document.head.append(script);
  return promise;
}
