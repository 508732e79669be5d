import { css } from '@emotion/css';
import frame from '../view/styles/frame.css';
import verdict from '../view/styles/verdict.css';
import ladder from '../view/styles/ladder.css';
import numbers from '../view/styles/numbers.css';
import tables from '../view/styles/tables.css';
import plot from '../view/styles/plot.css';
import small from '../view/styles/small.css';
import strip from '../view/styles/strip.css';
import rows from '../view/styles/rows.css';
import panel from './panel.css';

let name: string | undefined;

/**
 * The class under which all rules of the picture hold.
 *
 * - The panel's build makes texts of style sheets; emotion, which Grafana hands to plugins, puts them on
 *   the page the way that Grafana's policy and sandbox allow, once for all panels.
 */
export function panelClass(): string {
  name ??= css([frame, verdict, ladder, numbers, tables, plot, small, strip, rows, panel].join('\n'));
  return name;
}
