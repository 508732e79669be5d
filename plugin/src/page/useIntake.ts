import { useEffect, useState } from 'react';
import type { Input } from './desk';
import { inputsOfDrop, inputsOfFiles, inputsOfText } from './intake';

/** Takes drops and pastes anywhere on the page; true while something is dragged over it. */
export function useIntake(take: (inputs: Input[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setDragging(false);
      }
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      if (event.dataTransfer !== null) {
        inputsOfDrop(event.dataTransfer).then(take, () => undefined);
      }
    };
    const paste = (event: ClipboardEvent) => {
      const target = event.target;
      if (event.clipboardData === null || (target instanceof Element && target.matches('input, textarea'))) {
        return;
      }
      const { files } = event.clipboardData;
      const text = event.clipboardData.getData('text/plain');
      take(files.length > 0 ? inputsOfFiles(files) : inputsOfText(text, 'pasted.txt'));
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [take]);
  return dragging;
}
