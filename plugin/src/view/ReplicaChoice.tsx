import { useReplicaNames, useWords } from './kit';
import { ALL, replicaName } from './replicas';

/** The replica ids that rows speak of, all together first. */
export function replicasIn(rows: Array<{ replica: string }>): string[] {
  const ids = [...new Set(rows.map((row) => row.replica))];
  return ids.includes(ALL) ? [ALL, ...ids.filter((id) => id !== ALL)] : ids;
}

interface ChoiceProps {
  replicas: string[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** A list to choose one replica from; not drawn when there is nothing to choose. */
export function ReplicaChoice({ replicas, chosen, onChoose }: ChoiceProps) {
  const words = useWords();
  const names = useReplicaNames();
  if (replicas.length < 2) {
    return null;
  }
  return (
    <label className="tw-choice">
      <span className="tw-choice-label">{words.replica}</span>
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {replicas.map((id) => (
          <option key={id} value={id}>
            {id === ALL ? words.allReplicas : replicaName(names, id)}
          </option>
        ))}
      </select>
    </label>
  );
}
