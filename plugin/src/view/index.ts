export type { TimeDetail } from './format';
export { createHover, type Hover } from './hover';
export { useWords, type PlotProps, type TooltipProps, type ViewKit } from './kit';
export { lightKit } from './light';
export { ReportView } from './ReportView';
export { SvgPlot } from './plot/SvgPlot';
export { SeverityIcon } from './SeverityMark';
export { WORDS, type Words } from './words';
