import { memo, useMemo } from 'react';
import type { Report } from '../contract/report';
import { Charts } from './Charts';
import { KitProvider, type ReplicaNames, type ViewKit } from './kit';
import { Ladder } from './Ladder';
import { AdviceList, FindingList, MissingList, NoteList, ProofList, RejectedList } from './Lists';
import { Percentiles } from './Percentiles';
import { ReplicaTable, Sources } from './Tables';
import { TimelineStrip } from './TimelineStrip';
import { VerdictCard } from './VerdictCard';
import { WaterfallBars } from './WaterfallBars';
import { WhatIf } from './WhatIf';
import { WORDS } from './words';

interface ReportViewProps {
  report: Report;
  kit: ViewKit;
  /**
   * - `page`: as wide as its parent and as high as it needs.
   * - `fill`: exactly as large as its parent, scrolling inside; from a small size on only the verdict
   *   and the ladder remain.
   */
  fit: 'page' | 'fill';
}

/**
 * The whole picture of a report.
 *
 * A part is drawn anew when something in it differs, not when a report does: a home that draws one every few
 * seconds hands over each part that is still the same as the same object.
 *
 * Colours, fonts and spacing come from the `--tw-*` variables listed in `styles/frame.css`, which the
 * home sets on any parent.
 */
export const ReportView = memo(function ReportView({ report, kit, fit }: ReportViewProps) {
  const words = WORDS[report.language] ?? WORDS.en;
  const names = useNames(report);
  const { advice, missing, rejected } = report.verdict;
  const quiet = advice.length + missing.length + rejected.length === 0;
  return (
    <KitProvider kit={kit} words={words} names={names}>
      <div className="tw-report" data-fit={fit} lang={report.language === 'zh' ? 'zh-CN' : 'en'}>
        <div className="tw-report-body">
          <VerdictCard report={report} />
          <div className="tw-columns">
            <div className="tw-column">
              <Ladder stages={report.ladder} focus={report.window.focus} />
              {!quiet && <WaterfallBars waterfall={report.waterfall} />}
            </div>
            <div className="tw-column">
              {quiet && <WaterfallBars waterfall={report.waterfall} />}
              <AdviceList verdict={report.verdict} />
              <ProofList verdict={report.verdict} />
              <MissingList verdict={report.verdict} />
              <RejectedList verdict={report.verdict} />
            </div>
          </div>
          <TimelineStrip timeline={report.timeline} />
          <Charts report={report} />
          <Percentiles breakdown={report.breakdown} />
          <WhatIf report={report} />
          <ReplicaTable report={report} />
          <FindingList findings={report.findings} />
          <NoteList notes={report.notes} />
          <Sources report={report} />
        </div>
      </div>
    </KitProvider>
  );
});

/** The same map for the same names: whatever prints one is drawn anew with it. */
function useNames({ replicas }: Report): ReplicaNames {
  const pairs = JSON.stringify(replicas.map(({ id, label }) => [id, label]));
  return useMemo(() => new Map(JSON.parse(pairs) as Array<[string, string]>), [pairs]);
}
