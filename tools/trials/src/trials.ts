import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Benchmark, runScenario } from '@cascade/bench/harness/scenario';

/** What others get of us, tried with what others wrote. */
interface Trial {
  readonly says: string;
  /** What is not installed by `npm install`; what is absent is skipped in one line. */
  readonly needs: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

const trials: Readonly<Record<string, Trial>> = {
  packed: {
    says: 'the packed packages in Node, Bun, Deno, Chromium and TypeScript',
    needs: 'the npm registry',
    run: program(new URL('pack/cli.ts', import.meta.url)),
  },
  interop: {
    says: 'clients of generators, and the kits, in other languages',
    needs: 'Go, Java, Python, Rust, PHP, .NET',
    run: program(new URL('interop/run-interop.ts', import.meta.url)),
  },
  collections: {
    says: 'the Postman and Bruno collections, with their programs',
    needs: 'the npm registry',
    run: program(new URL('interop/npm-checks.ts', import.meta.url)),
  },
  readers: {
    says: 'the recipes for CI, and the reports of the verifier',
    needs: 'Go, Java, Python, git',
    run: program(new URL('readers/readers.ts', import.meta.url)),
  },
  viewers: {
    says: 'every operation in Scalar, Swagger UI, Elements, Redoc',
    needs: 'Chromium, the npm registry',
    run: program(new URL('viewers/run-viewers.ts', import.meta.url)),
  },
  smpp: {
    says: 'the service at SMSCs built on jSMPP, Cloudhopper, Jasmin, gosmpp',
    needs: 'Maven, Go, Python, openssl',
    run: scenario('smpp', () => import('./smpp/smpp.ts')),
  },
  behaviours: {
    says: 'the service, Kannel and Jasmin at an SMSC that misbehaves',
    needs: 'Kannel, RabbitMQ, Redis, Jasmin',
    run: scenario('behaviours', () => import('./behaviours/behaviours.ts')),
  },
  containers: {
    says: 'image and compose: restarts, kills, delay, loss, partition',
    needs: 'Docker, as root',
    run: scenario('containers', () => import('./containers/containers.ts')),
  },
  alerts: {
    says: 'each alert, caused on two replicas',
    needs: 'Prometheus',
    run: scenario('alerts', () => import('./alerts/alerts.ts')),
  },
};

function program(file: URL): Trial['run'] {
  return async (args) => {
    const child = spawn(process.execPath, [fileURLToPath(file), ...args], { stdio: 'inherit' });
    // Ctrl-C reaches the child as well, and it ends what it began.
    process.on('SIGINT', () => {});
    const [code] = await once(child, 'close');
    return code ?? 130;
  };
}

function scenario(name: string, load: () => Promise<{ readonly default: Benchmark }>): Trial['run'] {
  return async (args) =>
    runScenario(name, (await load()).default, args, {
      command: 'npm run trials --',
      results: new URL('../results/', import.meta.url),
      next: 'look at what git diff shows',
    });
}

const help = `npm run trials -- <name> [options]   what others get, tried by what others wrote
npm run trials -- <name> --help      its options

${Object.entries(trials)
  .map(([name, { says, needs }]) => `  ${name.padEnd(12)}${says}\n  ${' '.repeat(12)}needs ${needs}`)
  .join('\n')}

Without what it needs, a trial says in one line what is absent and skipped.

Exit codes: 0 all works or is skipped, 1 something fails, 2 wrong usage,
130 stopped by Ctrl-C.
`;

// npm passes its own `--` on.
const [name = '--help', ...args] = process.argv.slice(2).filter((argument) => argument !== '--');
const trial = trials[name];
if (trial !== undefined) process.exitCode = await trial.run(args);
else if (name === '--help' || name === '-h') process.stdout.write(help);
else {
  process.stderr.write(`unknown trial ${name}; there are ${Object.keys(trials).join(', ')}\n`);
  process.exitCode = 2;
}
