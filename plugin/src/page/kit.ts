import { lightKit, type ViewKit } from '../view';

/**
 * Puts a text on the clipboard.
 *
 * - The old command is the second try: some browsers give pages opened from a file no clipboard.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'page-offscreen';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    (focused as HTMLElement | null)?.focus?.();
  }
}

/** Hands a text to the user as a file. */
export function downloadText(name: string, kind: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the bytes after the click, in its own time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The kit of the page: light parts, the clipboard, and the brush. */
export function pageKit(brush: (fromMs: number, toMs: number) => void): ViewKit {
  return lightKit({ copy: copyText, brush });
}
