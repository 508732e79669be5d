import type { Report } from '../contract/report';

/** The id under which the report speaks of all replicas together. */
export const ALL = 'all';

/** The printed name of a replica; an id that the report does not list is printed as it is. */
export function replicaName(report: Report, id: string): string {
  return report.replicas.find((replica) => replica.id === id)?.label ?? id;
}

/** The printed names of some replicas; `all` when the list is empty. */
export function replicaNames(report: Report, ids: string[], all: string): string {
  return ids.length === 0 ? all : ids.map((id) => replicaName(report, id)).join(', ');
}
