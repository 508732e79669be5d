import type { PanelOptionsEditorBuilder } from '@grafana/data';
import type { PanelOptions } from './options';

/** The panel's options in Grafana's editor. */
export function addOptions(builder: PanelOptionsEditorBuilder<PanelOptions>): void {
  const targets = ['Latency targets'];
  const reference = ['Reference'];
  const data = ['Data'];
  const server = ['Server settings'];
  builder
    .addNumberInput({
      path: 'targets.ttftSeconds',
      name: 'TTFT target',
      description: 'Seconds of P99 from which the first token is late. Empty: 0.5 to look at, 5 to act on.',
      category: targets,
      settings: { min: 0, step: 0.1, placeholder: '0.5 / 5' },
    })
    .addNumberInput({
      path: 'targets.ttftCriticalSeconds',
      name: 'TTFT critical',
      description: 'Seconds of P99 from which it is critical. Empty: 10.',
      category: targets,
      settings: { min: 0, step: 0.1, placeholder: '10' },
    })
    .addNumberInput({
      path: 'targets.itlSeconds',
      name: 'Inter-token target',
      description: 'Seconds of P99 between two tokens. Empty: 0.2 to look at, 1 to act on.',
      category: targets,
      settings: { min: 0, step: 0.05, placeholder: '0.2 / 1' },
    })
    .addSelect({
      path: 'baseline',
      name: 'Compared with',
      description: 'Good times. By itself the panel finds them before the trouble, or at the same time on earlier days.',
      defaultValue: 'auto',
      category: reference,
      settings: {
        options: [
          { value: 'auto', label: 'Found in the data' },
          { value: 'query', label: 'Another query', description: 'For example the same with offset 1d' },
          { value: 'start', label: 'Start of the time range', description: 'The first quarter' },
        ],
      },
    })
    .addTextInput({
      path: 'referenceQuery',
      name: 'Reference query',
      description: 'Letter of the query that shows good times, for example B with offset 1d.',
      category: reference,
      showIf: ({ baseline }) => baseline === 'query',
      settings: { placeholder: 'B' },
    })
    .addTextInput({
      path: 'model',
      name: 'Model',
      description: 'Only series of this model; may be a variable of the dashboard, such as $model. Empty: all.',
      category: data,
    })
    .addSelect({
      path: 'grouping',
      name: 'One replica is',
      description: 'What is compared with what. Finer labels are taken together.',
      defaultValue: 'auto',
      category: data,
      settings: {
        options: [
          { value: 'auto', label: 'Each engine' },
          { value: 'instance', label: 'Each instance' },
          { value: 'pod', label: 'Each pod' },
          { value: 'namespace', label: 'Each namespace' },
          { value: 'cluster', label: 'Each cluster' },
          { value: 'fleet', label: 'All together' },
        ],
      },
    })
    .addTextInput({
      path: 'names',
      name: 'Metric names',
      description: 'For queries whose results carry no metric name: letter=metric, one a line.',
      category: data,
      settings: { placeholder: 'A=vllm:num_requests_waiting', useTextarea: true, rows: 2 },
    })
    .addRadio({
      path: 'brush',
      name: 'Brushing a chart',
      description: 'Examine the stretch in this panel, or zoom the whole dashboard.',
      defaultValue: 'focus',
      category: data,
      settings: {
        options: [
          { value: 'focus', label: 'Examine' },
          { value: 'zoom', label: 'Zoom' },
        ],
      },
    })
    .addSelect({
      path: 'language',
      name: 'Language',
      defaultValue: 'auto',
      category: data,
      settings: {
        options: [
          { value: 'auto', label: 'As Grafana' },
          { value: 'en', label: 'English' },
          { value: 'zh', label: '简体中文' },
        ],
      },
    });
  builder.addTextInput({
    path: 'offlinePage',
    name: 'Address of the offline page',
    description: 'Where you keep tailwalk.html. It is linked where the policy of this Grafana forbids WebAssembly.',
    category: data,
    settings: { placeholder: 'https://…/tailwalk.html' },
  });
  builder.addTextInput({
    path: 'hints.vllmArgs',
    name: 'Command line of vLLM',
    description: 'Pasted: a command line, an args list or a config file. The numbers below go before it.',
    category: server,
    settings: { placeholder: 'vllm serve … --max-num-seqs 64', useTextarea: true, rows: 2 },
  });
  const hints = [
    ['maxNumSeqs', '--max-num-seqs'],
    ['maxNumBatchedTokens', '--max-num-batched-tokens'],
    ['maxModelLen', '--max-model-len'],
    ['tensorParallelSize', '--tensor-parallel-size'],
  ] as const;
  for (const [name, flag] of hints) {
    builder.addNumberInput({
      path: `hints.${name}`,
      name: flag,
      description: 'What no metric says; it sharpens the verdict.',
      category: server,
      settings: { min: 1, integer: true },
    });
  }
}
