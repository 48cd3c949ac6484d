import { type CliArguments, parseArguments } from './parse-arguments.ts';

/** Whether the command line asks for a run that has Dredd judge the vectors. */
export function wantsDredd(args: readonly string[]): boolean {
  const parsed = tryToParse(args);
  if (parsed?.command !== 'verify' || parsed.fast) return false;
  return parsed.phases?.includes('vectors') !== false;
}

/** A faulty command line is reported later. */
function tryToParse(args: readonly string[]): CliArguments | undefined {
  try {
    return parseArguments(args);
  } catch {
    return undefined;
  }
}
