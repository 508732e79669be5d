import { textUtil } from '@grafana/data';
import { Alert } from '@grafana/ui';
import type { TailwalkError } from '../contract/failure';
import { SeverityIcon } from '../view';
import type { PanelWords } from './words';

/**
 * What stopped the panel and what helps: a policy that forbids WebAssembly names its directive, a mistake
 * of our own promises the next refresh, options that contradict each other say so themselves.
 *
 * - `offlinePage`: where the offline page is; an address that would run as a script is none.
 */
export function Failure({ words, error, offlinePage = '' }: { words: PanelWords; error: TailwalkError; offlinePage?: string }) {
  const isPolicy = error.code === 'csp' || error.code === 'no_wasm';
  const isOurs = error.code === 'panic' || error.code === 'lost';
  const title = isPolicy ? words.policyTitle : isOurs ? words.failureTitle : error.message;
  return (
    <div className="tw-panel-state" data-state="failure" data-code={error.code}>
      <p className="tw-panel-short" role="alert" title={error.message}>
        <SeverityIcon severity={isPolicy || isOurs ? 'critical' : 'warn'} bare />{' '}
        {isOurs ? words.failureShort : error.message}
      </p>
      <Alert severity={isPolicy || isOurs ? 'error' : 'warning'} title={title}>
        {title !== error.message && <p>{error.message}</p>}
        {isPolicy && <p>{words.policyNext}</p>}
        {isPolicy && offlinePage !== '' && (
          <p>
            <a href={textUtil.sanitizeUrl(offlinePage)} target="_blank" rel="noopener noreferrer">
              {words.offlinePage}
            </a>
          </p>
        )}
        {isOurs && <p>{words.failureNext}</p>}
        {error.detail !== '' && (
          <details>
            <summary>{words.detail}</summary>
            <pre>{error.detail}</pre>
          </details>
        )}
      </Alert>
    </div>
  );
}
