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
    run: program('pack/cli.ts'),
  },
  interop: {
    says: 'clients of generators, and the kits, in other languages',
    needs: 'Go, Java, Python, Rust, PHP, .NET',
    run: program('interop/run-interop.ts'),
  },
  collections: {
    says: 'the Postman and Bruno collections, with their programs',
    needs: 'the npm registry',
    run: program('interop/npm-checks.ts'),
  },
  readers: {
    says: 'the recipes for CI, and the reports of the verifier',
    needs: 'Go, Java, Python, git',
    run: program('readers/readers.ts'),
  },
  viewers: {
    says: 'every operation in Scalar, Swagger UI, Elements, Redoc',
    needs: 'Chromium, the npm registry',
    run: program('viewers/run-viewers.ts'),
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

function program(path: string): Trial['run'] {
  return async (args) => {
    const file = fileURLToPath(new URL(path, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
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

const help = `npm run trials -- <name> [options]   tries what others get of us, with what others wrote
npm run trials -- <name> --help      its options

${Object.entries(trials)
  .map(([name, { says, needs }]) => `  ${name.padEnd(12)}${says}\n  ${' '.repeat(12)}needs ${needs}`)
  .join('\n')}

Without what it needs, a trial says in one line what is absent and skipped.

Exit codes: 0 all works or is skipped, 1 something fails, 2 wrong usage, 130 stopped by Ctrl-C.
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
