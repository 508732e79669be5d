import type { DataFrame, Field } from '@grafana/data';
import type { Named } from './names';
import { displayNameOf, isPlain } from './shapes';

/** A column on its way: what it is, and its cells. */
export interface Piece {
  what: Exclude<Named, { lost: unknown }>;
  refId: string | undefined;
  times: ArrayLike<unknown>;
  values: ArrayLike<unknown>;
  stepMs: number | undefined;
}

/** Everything of a field but its cells that a reading depends on. */
interface FieldForm {
  name: string;
  type: string;
  labels: Field['labels'];
  displayName: string | undefined;
  stepMs: unknown;
}

/** The same of a frame. */
interface FrameForm {
  refId: string | undefined;
  name: string | undefined;
  type: unknown;
  executed: string | undefined;
  isEmpty: boolean;
  fields: FieldForm[];
}

/** Where the cells of a column are: numbers of a frame and of two of its fields. */
interface Source {
  piece: Piece;
  frame: number;
  time: number;
  value: number;
}

/**
 * The form of the frames of one refresh, without their samples: into it those of the next are poured.
 *
 * - The frames of a refresh hold thousands of labels, and an SRE's dashboard refreshes every few seconds: reading
 *   them anew costs as much as their hundred thousands of samples.
 * - Only where all series are number fields as they stand in their frames: what was made of texts and cells must be
 *   made again.
 */
export class Mould {
  private constructor(
    private readonly forms: readonly FrameForm[],
    private readonly sources: readonly Source[],
    private readonly cast: readonly Piece[],
  ) {}

  /** The mould of frames that gave these pieces; null where cells were rearranged on the way. */
  static of(series: readonly DataFrame[], pieces: readonly Piece[]): Mould | null {
    if (!series.every(isPlain)) return null;
    const places = new Map<unknown, { frame: number; value: number }>();
    for (const [frame, { fields }] of series.entries()) {
      for (const [value, field] of fields.entries()) places.set(field.values, { frame, value });
    }
    const sources: Source[] = [];
    for (const piece of pieces) {
      const place = places.get(piece.values);
      if (place === undefined) return null;
      const { fields } = series[place.frame]!;
      const time = fields.findIndex(({ values }) => values === piece.times);
      if (time < 0) return null;
      sources.push({ piece, time, ...place });
    }
    return new Mould(series.map(formOf), sources, pieces);
  }

  /** The pieces of other frames, in the place of those before; null when they do not fit. */
  pieces(series: readonly DataFrame[]): readonly Piece[] | null {
    if (series.length !== this.forms.length) return null;
    for (let at = 0; at < series.length; at += 1) {
      if (!fits(series[at]!, this.forms[at]!)) return null;
    }
    for (const { piece, frame, time, value } of this.sources) {
      const { fields } = series[frame]!;
      piece.times = fields[time]!.values;
      piece.values = fields[value]!.values;
    }
    return this.cast;
  }
}

function formOf(frame: DataFrame): FrameForm {
  const { refId, name, meta, fields } = frame;
  const forms = fields.map((field) => ({
    name: field.name,
    type: field.type,
    labels: field.labels,
    displayName: displayNameOf(field),
    stepMs: field.config.interval,
  }));
  return { refId, name, type: meta?.type, executed: meta?.executedQueryString, isEmpty: frame.length === 0, fields: forms };
}

function fits({ refId, name, meta, fields, length }: DataFrame, form: FrameForm): boolean {
  const isAlike =
    refId === form.refId &&
    name === form.name &&
    meta?.type === form.type &&
    meta?.executedQueryString === form.executed &&
    (length === 0) === form.isEmpty &&
    fields.length === form.fields.length;
  if (!isAlike) return false;
  for (let at = 0; at < fields.length; at += 1) {
    const [field, own] = [fields[at]!, form.fields[at]!];
    const isSame =
      field.name === own.name &&
      field.type === own.type &&
      field.config.interval === own.stepMs &&
      displayNameOf(field) === own.displayName &&
      haveSame(field.labels, own.labels);
    if (!isSame) return false;
  }
  return true;
}

function haveSame(labels: Field['labels'], others: Field['labels']): boolean {
  if (labels === others) return true;
  if (labels === undefined || others === undefined) return false;
  let rest = 0;
  for (const label in labels) {
    if (labels[label] !== others[label]) return false;
    rest += 1;
  }
  for (const _ in others) rest -= 1;
  return rest === 0;
}
