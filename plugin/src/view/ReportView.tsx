import type { Report } from '../contract/report';
import { Charts } from './Charts';
import { KitProvider, type ViewKit } from './kit';
import { Ladder } from './Ladder';
import { AdviceList, FindingList, MissingList, NoteList, ProofList, RejectedList } from './Lists';
import { Percentiles } from './Percentiles';
import { ReplicaTable, Sources } from './Tables';
import { TimelineStrip } from './TimelineStrip';
import { VerdictCard } from './VerdictCard';
import { WaterfallBars } from './WaterfallBars';
import { WhatIf } from './WhatIf';
import { WORDS } from './words';
import './styles/frame.css';
import './styles/verdict.css';
import './styles/ladder.css';
import './styles/numbers.css';
import './styles/tables.css';
import './styles/plot.css';
import './styles/small.css';
import './styles/strip.css';
import './styles/rows.css';

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
 * Colours, fonts and spacing come from the `--tw-*` variables listed in `styles/frame.css`, which the
 * home sets on any parent.
 */
export function ReportView({ report, kit, fit }: ReportViewProps) {
  const words = WORDS[report.language] ?? WORDS.en;
  const { advice, missing, rejected } = report.verdict;
  const quiet = advice.length + missing.length + rejected.length === 0;
  return (
    <KitProvider kit={kit} words={words}>
      <div className="tw-report" data-fit={fit} lang={report.language === 'zh' ? 'zh-CN' : 'en'}>
        <div className="tw-report-body">
          <VerdictCard report={report} />
          <div className="tw-columns">
            <div className="tw-column">
              <Ladder report={report} />
              {!quiet && <WaterfallBars report={report} />}
            </div>
            <div className="tw-column">
              {quiet && <WaterfallBars report={report} />}
              <AdviceList verdict={report.verdict} />
              <ProofList report={report} />
              <MissingList verdict={report.verdict} />
              <RejectedList verdict={report.verdict} />
            </div>
          </div>
          <TimelineStrip report={report} />
          <Charts report={report} />
          <Percentiles report={report} />
          <WhatIf report={report} />
          <ReplicaTable report={report} />
          <FindingList report={report} />
          <NoteList report={report} />
          <Sources report={report} />
        </div>
      </div>
    </KitProvider>
  );
}
