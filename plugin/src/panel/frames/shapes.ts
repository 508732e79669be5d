import type { DataFrame, Field } from '@grafana/data';
import { cellStrands } from './cells';
import { rowStrands } from './rows';
import type { Strand } from './strand';

/** Types of a frame's meta that change what its columns mean. */
const HEATMAP_ROWS = 'heatmap-rows';
const HEATMAP_CELLS = 'heatmap-cells';

/** What one frame holds, or why it holds nothing. */
export type Taken = { strands: Strand[] } | { lacking: 'time' | 'number' } | { empty: true };

/**
 * The series of one frame, whatever its shape.
 *
 * - No fields: an empty result. No rows: likewise.
 * - Heatmaps: see `rows.ts` and `cells.ts`.
 * - Columns of text beside numbers: a table, one series per different row of texts.
 * - Else one series per number field; its labels are on the field.
 */
export function takeFrame(frame: DataFrame): Taken {
  if (frame.fields.length === 0 || frame.length === 0) return { empty: true };
  if (frame.meta?.type === HEATMAP_CELLS) {
    const strands = cellStrands(frame);
    // As a table, Grafana keeps the lower bounds of a native histogram and drops the counts.
    return strands.length > 0 ? { strands } : { lacking: 'number' };
  }
  const time = timeField(frame);
  if (time === undefined) return { lacking: 'time' };
  const numbers = frame.fields.filter((field) => field !== time && !isLabel(field) && isNumeric(field));
  if (numbers.length === 0) return { lacking: 'number' };
  if (frame.meta?.type === HEATMAP_ROWS) {
    const strands = rowStrands(frame, time, numbers);
    // What has no buckets is a series as it is, also in this format.
    if (strands.length > 0) return { strands };
  }
  const labels = frame.fields.filter((field) => field !== time && !numbers.includes(field));
  return {
    strands: labels.length === 0 ? numbers.map((field) => strandOf(frame, time, field)) : tableStrands(frame, time, numbers, labels),
  };
}

/** Whether the series of a frame are its number fields as they stand, whatever is in its cells. */
export function isPlain({ fields, meta }: DataFrame): boolean {
  if (meta?.type === HEATMAP_ROWS || meta?.type === HEATMAP_CELLS) return false;
  return fields.every((field) => (field.type === 'time' || field.type === 'number') && !isLabel(field));
}

/** A field as a series. */
export function strandOf(frame: DataFrame, time: Field, field: Field): Strand {
  return {
    refId: refIdOf(frame, field),
    fieldName: field.name,
    displayName: displayNameOf(field),
    labels: textLabels(field.labels),
    times: time.values,
    values: field.values,
    stepMs: typeof time.config.interval === 'number' ? time.config.interval : undefined,
  };
}

/** What the legend calls a field. */
export function displayNameOf({ config, state }: Field): string | undefined {
  return config.displayNameFromDS ?? config.displayName ?? state?.displayName ?? undefined;
}

const NO_LABELS: Record<string, string> = {};

/** Labels as texts: hand-made sources put numbers there. What is all texts already is not copied. */
export function textLabels(labels: Record<string, unknown> | undefined): Record<string, string> {
  if (labels === undefined) return NO_LABELS;
  let isText = true;
  for (const label in labels) isText &&= typeof labels[label] === 'string';
  if (isText) return labels as Record<string, string>;
  return Object.fromEntries(Object.entries(labels ?? {}).map(([label, value]) => [label, String(value)]));
}

/** Several tables side by side have fields called `Value #A`; after a join that is all that is left of the query. */
function refIdOf(frame: DataFrame, field: Field): string | undefined {
  return /^Value #(.+)$/.exec(field.name)?.[1] ?? frame.refId;
}

function timeField(frame: DataFrame): Field | undefined {
  return (
    frame.fields.find((field) => field.type === 'time') ??
    frame.fields.find((field) => /^(time|timestamp|ts|@timestamp)$/i.test(field.name))
  );
}

/** Grafana hands the labels of buckets over as numbers. */
function isLabel(field: Field): boolean {
  return field.name === 'le' || field.name === 'quantile';
}

/** A number field, or one of texts that are all numbers. */
function isNumeric(field: Field): boolean {
  if (field.type === 'number') return true;
  if (field.type !== 'string' || !/^value/i.test(field.name)) return false;
  return Array.from(field.values as ArrayLike<unknown>).every((cell) => cell === null || cell === '' || Number.isFinite(Number(cell)));
}

/** Rows with equal texts in all label columns are one series. */
function tableStrands(frame: DataFrame, time: Field, numbers: Field[], labels: Field[]): Strand[] {
  const rowsByLabels = new Map<string, { labels: Record<string, string>; rows: number[] }>();
  for (let row = 0; row < frame.length; row += 1) {
    const own: Record<string, string> = {};
    for (const field of labels) {
      const cell: unknown = field.values[row];
      if (cell !== null && cell !== undefined && cell !== '') own[field.name] = boundText(cell);
    }
    const key = JSON.stringify(own);
    const group = rowsByLabels.get(key);
    if (group === undefined) rowsByLabels.set(key, { labels: own, rows: [row] });
    else group.rows.push(row);
  }
  const groups = [...rowsByLabels.values()];
  return numbers.flatMap((field) =>
    groups.map((group) => ({
      ...strandOf(frame, time, field),
      labels: { ...textLabels(field.labels), ...group.labels },
      times: group.rows.map((row) => time.values[row] as unknown),
      values: group.rows.map((row) => field.values[row] as unknown),
    })),
  );
}

/** A bucket's bound as Prometheus writes it. */
export function boundText(cell: unknown): string {
  if (cell === Infinity) return '+Inf';
  return String(cell);
}
