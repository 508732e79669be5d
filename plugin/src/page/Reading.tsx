import { lightKit } from '../view';
import type { Progress } from './desk';
import type { PageWords } from './words';

const { number } = lightKit();

interface ReadingProps {
  words: PageWords;
  progress: Progress | null;
  onCancel: () => void;
}

/** How far reading has come, and the way out. */
export function Reading({ words, progress, onCancel }: ReadingProps) {
  const done = progress !== null && progress.bytes >= progress.totalBytes;
  return (
    <section className="page-card page-reading">
      <h2 aria-live="polite">{done ? words.walking : words.reading}…</h2>
      <progress aria-label={words.reading} max={progress?.totalBytes || 1} value={progress?.bytes} />
      {progress !== null && (
        <p className="page-soft">
          <bdi dir="auto">{progress.name}</bdi>
          {progress.files > 1 && ` · ${words.fileOf(progress.file, progress.files)}`}
          {` · ${number(progress.bytes, 'bytes')} / ${number(progress.totalBytes, 'bytes')}`}
        </p>
      )}
      <button type="button" className="page-button" onClick={onCancel}>
        {words.cancel}
      </button>
    </section>
  );
}
