import type { ReplicaNames } from './kit';

/** The id under which the report speaks of all replicas together. */
export const ALL = 'all';

/** The printed name of a replica; an id that the report does not list is printed as it is. */
export function replicaName(names: ReplicaNames, id: string): string {
  return names.get(id) ?? id;
}

/** The printed names of some replicas; `all` when the list is empty. */
export function replicaNames(names: ReplicaNames, ids: string[], all: string): string {
  return ids.length === 0 ? all : ids.map((id) => replicaName(names, id)).join(', ');
}
