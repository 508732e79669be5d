import { createContext, useContext, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { Chart, Quantity, Unit, Window, Windows } from '../contract/report';
import type { TimeDetail } from './format';
import type { Hover } from './hover';
import { WORDS, type Words } from './words';

/** What a tooltip is given: the thing pointed at, and the text about it. */
export interface TooltipProps {
  text: string;
  children: ReactElement;
}

/** What a plot is given: one chart of the report and what is marked in it. */
export interface PlotProps {
  chart: Chart;
  windows: Windows;
  onsetMs: number | null;
  recoveryMs: number | null;
  /** The index of the one line that is drawn strong while the others fade; `null`: all alike. */
  highlighted: number | null;
}

/**
 * What the picture asks of its home.
 *
 * The Grafana panel fills it with Grafana's own formatters, tooltips and charts; `light.ts` is the one
 * of the page. A kit must keep its identity between renders.
 */
export interface ViewKit {
  /** A quantity of the report as text; the light kit prints the ready text. */
  quantity(quantity: Quantity): string;
  /** A quantity where there is hardly room for one: two significant digits, unless the home was told how many. */
  brief(quantity: Quantity): string;
  /** A number without a ready text: ticks and points under the cursor. */
  number(value: number, unit: Unit): string;
  /** A moment. */
  time(ms: number, detail: TimeDetail): string;
  /** A stretch of time with its length; the light kit prints the ready text, in UTC. */
  windowText(window: Window): string;
  /** A ready text of the report with its moments as this home writes them; the light kit leaves it, in UTC. */
  moments(text: string): string;
  /** Puts a text on the clipboard; false when the browser refuses. */
  copy(text: string): Promise<boolean>;
  /** Called with a stretch of time that was brushed in a chart; without it charts have no brush. */
  brush?: ((fromMs: number, toMs: number) => void) | undefined;
  /** The moment pointed at, shared by all charts. */
  hover: Hover;
  Tooltip: ComponentType<TooltipProps>;
  Plot: ComponentType<PlotProps>;
}

/** The printed name of each replica, by id. */
export type ReplicaNames = ReadonlyMap<string, string>;

const KitContext = createContext<ViewKit | null>(null);
const WordsContext = createContext<Words>(WORDS.en);
const NamesContext = createContext<ReplicaNames>(new Map());

/** The kit of the home that this picture is drawn in. */
export function useKit(): ViewKit {
  const kit = useContext(KitContext);
  if (kit === null) {
    throw new Error('a part of the view was drawn outside of ReportView');
  }
  return kit;
}

/** The words in the language of the report. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** The names of the report's replicas. */
export function useReplicaNames(): ReplicaNames {
  return useContext(NamesContext);
}

/** Hands kit, words and names to everything below. */
export function KitProvider(props: { kit: ViewKit; words: Words; names: ReplicaNames; children: ReactNode }) {
  return (
    <KitContext.Provider value={props.kit}>
      <WordsContext.Provider value={props.words}>
        <NamesContext.Provider value={props.names}>{props.children}</NamesContext.Provider>
      </WordsContext.Provider>
    </KitContext.Provider>
  );
}
