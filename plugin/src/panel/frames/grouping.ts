/**
 * Labels that tell replicas apart, from the coarsest to the finest, as `measure/model.rs` of the core reads them.
 */
const LEVELS = [['cluster'], ['namespace'], ['pod'], ['instance', 'server_name', 'WorkerId', 'ReplicaId'], ['engine', 'dp_rank']] as const;

/** What counts as one replica. */
export type Grouping = 'auto' | 'instance' | 'pod' | 'namespace' | 'cluster' | 'fleet';

/** In the order of {@link LEVELS}: how many of them a grouping keeps. */
const KEPT: Record<Grouping, number> = { fleet: 0, cluster: 1, namespace: 2, pod: 3, instance: 4, auto: LEVELS.length };

/** Exporters of GPUs and hosts use the same labels for what they watch: those must stay to be joined. */
const HARDWARE = /^(DCGM_|nvidia_|amd_|gpu_|node_)/;

/** Under this name a label that does not tell replicas apart any more still tells series apart. */
const ASIDE = 'within_';

/** Labels finer than a grouping. */
const FINER: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KEPT).map(([grouping, kept]) => [grouping, new Set<string>(LEVELS.slice(kept).flat())]),
);

/**
 * The labels of a series under a grouping: those finer than it are renamed, so that the core finds one
 * replica with several series and sums or compares them as it does for the fleet.
 */
export function grouped(name: string, labels: Record<string, string>, grouping: Grouping): Record<string, string> {
  const finer = FINER.get(grouping);
  if (finer === undefined || finer.size === 0 || HARDWARE.test(name)) return labels;
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [finer.has(label) ? ASIDE + label : label, value]));
}
