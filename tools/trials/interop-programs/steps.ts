/** What the TypeScript programs of `npm run trials -- interop` share: the steps, and a line for each. */
import { readFileSync } from 'node:fs';

export interface Step {
  name: string;
  operation: string;
  url: string;
  body: string;
}

/** Takes the steps of the file that the command line names, and prints what each saw. */
export async function takeSteps(take: (step: Step) => Promise<object> | object): Promise<void> {
  for (const step of JSON.parse(readFileSync(String(process.argv[2]), 'utf8')) as Step[]) {
    const saw = await Promise.resolve(step)
      .then(take)
      .catch((error: unknown) => ({ failed: String(error) }));
    process.stdout.write(`${JSON.stringify({ step: step.name, saw })}\n`);
  }
}
