import type { Report } from '../contract/report';
import { useKit, useWords } from './kit';
import { DataText, Section } from './parts';

/** Who serves: how many requests each got, how many of the slow ones, and P99 without it. */
export function ReplicaTable({ report }: { report: Report }) {
  const kit = useKit();
  const words = useWords();
  if (report.replicas.length < 2) {
    return null;
  }
  return (
    <Section name="replicas" title={words.replicas}>
      <div className="tw-table-frame">
        <table className="tw-table">
          <thead>
            <tr>
              <th scope="col">{words.replica}</th>
              <th scope="col">{words.requests}</th>
              <th scope="col">{words.slowShare}</th>
              <th scope="col">{words.p99Without}</th>
            </tr>
          </thead>
          <tbody>
            {report.replicas.map((replica) => (
              <tr
                key={replica.id}
                data-named={report.verdict.replicas.includes(replica.id)}
                data-severity={report.verdict.severity}
              >
                <th scope="row">
                  <DataText text={replica.label} />
                </th>
                <td className="tw-number">
                  {replica.requests === null ? words.noData : kit.number(replica.requests, 'count')}
                </td>
                <td className="tw-number">
                  {replica.slowShare === null ? (
                    words.noData
                  ) : (
                    <>
                      <span className="tw-share" aria-hidden="true">
                        <span style={{ width: `${Math.min(1, replica.slowShare) * 100}%` }} />
                      </span>
                      {kit.number(replica.slowShare, 'ratio')}
                    </>
                  )}
                </td>
                <td className="tw-number">{replica.p99Without?.text ?? words.noData}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** What was read and by whom it was written. */
export function Sources({ report }: { report: Report }) {
  const kit = useKit();
  const words = useWords();
  const { engine } = report;
  return (
    <Section name="sources" title={words.sources}>
      <p>
        <b>
          <DataText text={`${engine.name} ${engine.generation}`} />
        </b>{' '}
        <DataText text={engine.sentence} />
      </p>
      {engine.models.length > 0 && (
        <p>
          {words.models}: <DataText text={engine.models.join(', ')} />
        </p>
      )}
      {report.settings.length > 0 && (
        <p>
          {words.settings}: {report.settings.map(({ label, value }) => `${label} ${value.text}`).join(', ')}
        </p>
      )}
      {report.sources.length > 0 && (
        <div className="tw-table-frame">
          <table className="tw-table">
            <thead>
              <tr>
                {[words.file, words.format, words.size, words.series, words.samples].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.sources.map((source, index) => (
                <tr key={index}>
                  <th scope="row">
                    <DataText text={source.name} />
                  </th>
                  <td>{source.format}</td>
                  <td className="tw-number">{kit.number(source.bytes, 'bytes')}</td>
                  <td className="tw-number">{kit.number(source.series, 'count')}</td>
                  <td className="tw-number">{kit.number(source.samples, 'count')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report.unknownFamilies.length > 0 && (
        <details className="tw-unused">
          <summary>
            {words.unknownFamilies} ({report.unknownFamilies.length})
          </summary>
          <p>
            <DataText text={report.unknownFamilies.join(', ')} />
          </p>
        </details>
      )}
      <p className="tw-soft">{report.generator}</p>
    </Section>
  );
}
