import type { Severity } from '../contract/report';
import { useWords } from './kit';

/** The outline of each severity in a box of 16 × 16: told apart without any colour. */
const SHAPES: Record<Severity, string> = {
  ok: 'M8 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12z',
  watch: 'M8 .9 15.1 8 8 15.1.9 8z',
  warn: 'M8 1.2 15.6 14.6H.4z',
  critical: 'M2 2h12v12H2z',
  unknown: 'M8 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12z',
};

/** Chords of the circle at 45°, so that unknown looks hatched at any size. */
const HATCH = 'M3.8 9.4 9.4 3.8M4.4 12.2 12.2 4.4M6.6 12.2 12.2 6.6';

/**
 * The shape of a severity: ● ok, ◆ watch, ▲ warn, ■ critical, ◍ hatched for unknown.
 *
 * - `bare`: the word stands beside it already, so that the shape is hidden from screen readers.
 */
export function SeverityIcon({ severity, bare = false }: { severity: Severity; bare?: boolean }) {
  const words = useWords();
  const name = bare ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words.severity[severity] };
  return (
    <svg className="tw-shape" data-severity={severity} viewBox="0 0 16 16" focusable="false" {...name}>
      <path className="tw-shape-body" d={SHAPES[severity] ?? SHAPES.unknown} />
      {severity === 'unknown' && <path className="tw-shape-hatch" d={HATCH} />}
    </svg>
  );
}

/** Shape and word of a severity. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const words = useWords();
  return (
    <span className="tw-severity" data-severity={severity}>
      <SeverityIcon severity={severity} bare />
      <span className="tw-severity-word">{words.severity[severity] ?? severity}</span>
    </span>
  );
}
