import { type PanelDataSummary, type VisualizationSuggestion, VisualizationSuggestionScore } from '@grafana/data';
import type { PanelOptions } from './options';

/** How the metrics of inference engines begin. */
const ENGINES = /^(vllm|sglang|tgi|trtllm|nv_trt_llm|dynamo|llm_d|inference_extension)[:_]/;

/** Offers the panel where the data holds metrics of an inference engine, and nowhere else. */
export function suggest(summary: PanelDataSummary): Array<VisualizationSuggestion<PanelOptions>> {
  const fields = (summary.rawFrames ?? []).flatMap((frame) => frame.fields);
  const isOurs = fields.some((field) => ENGINES.test(field.labels?.['__name__'] ?? field.name));
  return isOurs ? [{ name: 'Tailwalk', score: VisualizationSuggestionScore.Best }] : [];
}
