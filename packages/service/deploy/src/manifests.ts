import { filesIn, readYaml } from './read-file.ts';

/** The members of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly automountServiceAccountToken: boolean;
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly containers: readonly Container[];
  };
}

export interface Container {
  readonly args: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
}

export const manifests: readonly Manifest[] = filesIn('kubernetes')
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => readYaml(`kubernetes/${file}`).filter(isManifest));

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'kind' in value && 'apiVersion' in value;
}

/** The pod templates of the deployment and of the job. */
export const podTemplates: readonly PodTemplate[] = manifests.flatMap(({ spec }) =>
  hasTemplate(spec) ? [spec.template] : [],
);

function hasTemplate(spec: unknown): spec is { readonly template: PodTemplate } {
  return typeof spec === 'object' && spec !== null && 'template' in spec;
}
