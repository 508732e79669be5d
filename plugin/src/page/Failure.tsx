import { useEffect, useRef } from 'react';
import { failureKind, type PageWords } from './words';

interface FailureProps {
  words: PageWords;
  code: string;
  sentence: string;
  detail: string;
}

/**
 * What went wrong and what to do next: one screen each for a wrong file, a file that cannot be opened,
 * a full memory, a forbidding policy and our own mistakes.
 */
export function Failure({ words, code, sentence, detail }: FailureProps) {
  const kind = failureKind(code);
  const { title, next } = words.failures[kind];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [sentence]);
  return (
    <section className="page-failure" role="alert" data-kind={kind} data-code={code}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="page-failure-sentence">
        <bdi dir="auto">{sentence}</bdi>
      </p>
      <p className="page-soft">{next}</p>
      {detail !== '' && (
        <details>
          <summary>{words.detail}</summary>
          <pre tabIndex={0}>{`${code}\n${detail}`}</pre>
        </details>
      )}
    </section>
  );
}
