import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProductionFile, stopBudget } from '@cascade/service/bench';
import { expect, onTestFinished, test } from 'vitest';
import { readDocuments, readText } from './read-file.ts';

/** The members of a Kubernetes object that the tests read. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly automountServiceAccountToken: boolean;
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly containers: readonly Container[];
  };
}

interface Container {
  readonly args: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
}

const files = readdirSync(new URL('../kubernetes', import.meta.url));
const manifests: readonly Manifest[] = files
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => readDocuments(`kubernetes/${file}`).filter(isManifest));

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'kind' in value && 'apiVersion' in value;
}

/** The pod templates of the deployment and of the job. */
const podTemplates: readonly PodTemplate[] = manifests.flatMap(({ spec }) =>
  hasTemplate(spec) ? [spec.template] : [],
);

function hasTemplate(spec: unknown): spec is { readonly template: PodTemplate } {
  return typeof spec === 'object' && spec !== null && 'template' in spec;
}

const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

test.each(manifests)('$kind $metadata.name fits the schema of $apiVersion', (manifest) => {
  const Model = modelOf(manifest);
  expect(() => new Model(manifest).validate()).not.toThrow();
  expect(() => new Model({ ...manifest, metadata: { name: 5 } }).validate()).toThrow(/name must be string/);
});

test('every file is in the kustomization, except those applied by hand', () => {
  const [resources = ''] = /resources:\n( {2}- .+\n)+/.exec(readText('kubernetes/kustomization.yaml')) ?? [];
  const applied = [...resources.matchAll(/- (\S+)/g)].map(([, file]) => file);
  const beside = ['kustomization.yaml', 'secret.example.yaml', 'apply-accounts.yaml'];
  expect([...applied, ...beside].toSorted()).toEqual(files.toSorted());
});

test('every pod meets the restricted pod security standard, has limits, and no API token', () => {
  expect(podTemplates).toHaveLength(2);
  for (const { spec } of podTemplates) {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const { securityContext, resources } of spec.containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys({ ...resources.requests, ...resources.limits }).sort()).toEqual(['cpu', 'memory']);
    }
  }
});

test('probes use the operations port, and the grace period covers a shutdown', () => {
  const service = podTemplates.find(
    ({ metadata }) => metadata.labels['app.kubernetes.io/name'] === 'cascade-service',
  );
  expect(service?.spec.containers[0]).toMatchObject({
    ports: [{ containerPort: 4012 }, { containerPort: 4013 }],
    startupProbe: { httpGet: { path: '/healthz', port: 'operations' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 'operations' } },
    readinessProbe: { httpGet: { path: '/readyz', port: 'operations' } },
  });
  const preStop = 5;
  expect(service?.spec.terminationGracePeriodSeconds).toBe(preStop + stopBudget.supervisor);
});

test('the config map has a gateway for each channel, and the secret each variable', async () => {
  const [config] = named('ConfigMap');
  const secret = named('Secret').find(({ metadata }) => metadata.name === 'cascade-service');
  const folder = await mkdtemp(join(tmpdir(), 'cascade-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'service.yaml');
  await writeFile(file, config?.data?.['service.yaml'] ?? '');
  const { gateways, receiptSecrets } = await readProductionFile(file, secret?.stringData ?? {});
  const kinds = Object.values(gateways ?? {}).map(({ kind }) => kind);
  expect(kinds).toEqual(['http', 'none', 'none']);
  expect(receiptSecrets).toHaveLength(1);
});

test('all selectors use the label of the service', () => {
  const selecting = ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'].flatMap(named);
  const label = '"app.kubernetes.io/name":"cascade-service"';
  expect(selecting.filter((manifest) => !JSON.stringify(manifest.spec).includes(label))).toEqual([]);
  expect(selecting).toHaveLength(5);
});

const require = createRequire(import.meta.url);

function modelOf({ apiVersion, kind }: (typeof manifests)[number]) {
  return require(`kubernetes-models/${apiVersion}`)[kind];
}
