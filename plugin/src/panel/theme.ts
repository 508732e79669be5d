import type { GrafanaTheme2 } from '@grafana/data';
import type { CSSProperties } from 'react';
import { limitsOf, type Steps } from './options';

/**
 * Colours of Grafana's palette for the lines of replicas, beside the blue of all and the purple of P99: neighbours
 * differ in lightness, for colour-blind readers, and each has a contrast of 3 to 1 with the ground.
 */
const TURNS = {
  dark: ['semi-dark-orange', 'light-green', 'super-light-blue', 'super-light-orange', 'super-light-purple', 'semi-dark-green'],
  light: ['dark-orange', 'semi-dark-green', 'light-blue', 'dark-purple', 'dark-red', 'light-purple'],
};

/**
 * The view's variables out of Grafana's theme.
 *
 * - Severities are the theme's own success, warning and error, which its colour-blind variants change too;
 *   a shape and a word always go with them.
 */
export function themeVariables(theme: GrafanaTheme2): CSSProperties {
  const { colors, typography, visualization, isDark } = theme;
  const shade = (name: string) => visualization.getColorByName(isDark ? name : `semi-dark-${name}`);
  const variables: Record<string, string> = {
    '--tw-font': typography.fontFamily,
    '--tw-mono': typography.fontFamilyMonospace,
    '--tw-canvas': colors.background.primary,
    '--tw-surface': colors.background.primary,
    '--tw-sunken': colors.background.secondary,
    '--tw-border': colors.border.weak,
    '--tw-border-strong': colors.border.medium,
    '--tw-text': colors.text.primary,
    '--tw-soft': colors.text.secondary,
    '--tw-accent': colors.text.link,
    '--tw-ok': colors.success.text,
    '--tw-watch': isDark ? visualization.getColorByName('yellow') : '#8a6500',
    '--tw-warn': colors.warning.text,
    '--tw-critical': colors.error.text,
    '--tw-unknown': colors.text.secondary,
    '--tw-on-severity': colors.background.primary,
    '--tw-line-queue': shade('blue'),
    '--tw-line-prefill': shade('purple'),
    '--tw-line-residual': colors.text.secondary,
    '--tw-line-value': shade('blue'),
    '--tw-line-p50': visualization.getColorByName('light-blue'),
    '--tw-line-p99': shade('purple'),
    '--tw-focus-window': colors.primary.transparent,
    '--tw-reference-window': colors.action.hover,
  };
  TURNS[isDark ? 'dark' : 'light'].forEach((name, index) => {
    variables[`--tw-line-turn-${index + 1}`] = visualization.getColorByName(name);
  });
  return variables as CSSProperties;
}

/**
 * The colours of Grafana's thresholds for the severities that they stand for: the base is fine, the first
 * step warns, the last one is critical.
 *
 * - Without steps the theme's own.
 */
export function stepColours(theme: GrafanaTheme2, thresholds: Steps | undefined): CSSProperties {
  const { warn, critical } = limitsOf(thresholds);
  if (thresholds === undefined || critical === null) return {};
  const colour = (step: Steps['steps'][number] | undefined) => theme.visualization.getColorByName(step?.color ?? 'text');
  const [base, ...steps] = thresholds.steps;
  const variables: Record<string, string> = { '--tw-ok': colour(base), '--tw-critical': colour(steps[steps.length - 1]) };
  if (warn !== null) variables['--tw-warn'] = colour(steps[0]);
  return variables;
}
