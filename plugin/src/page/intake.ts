import type { Input } from './desk';

/**
 * The files of a drop: several at once, folders with all that is in them.
 *
 * - Folders are read in the order of their names, hidden files left out.
 * - Must be called while the drop event is being handled: its items are gone afterwards.
 */
export async function inputsOfDrop(transfer: DataTransfer): Promise<Input[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length > 0) {
    const found = await Promise.all(entries.map(inputsOfEntry));
    return found.flat();
  }
  const files = inputsOfFiles(transfer.files);
  return files.length > 0 ? files : inputsOfText(transfer.getData('text/plain'), 'dropped.txt');
}

/** The files of a file picker; from a folder picker they carry their path. */
export function inputsOfFiles(files: Iterable<File>): Input[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, blob: file }))
    .filter(({ name }) => !isHidden(name))
    .sort((left, right) => compare(left.name, right.name));
}

/** A pasted or dropped text as a file; nothing when it is blank. */
export function inputsOfText(text: string, name: string): Input[] {
  return text.trim() === '' ? [] : [{ name, blob: new Blob([text]) }];
}

/** A file that travels inside the page. */
export function inputOfBase64(name: string, base64: string): Input {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return { name, blob: new Blob([bytes]) };
}

async function inputsOfEntry(entry: FileSystemEntry): Promise<Input[]> {
  if (isDirectory(entry)) {
    const inside = await readFolder(entry);
    const found = await Promise.all(inside.filter(({ name }) => !isHidden(name)).map(inputsOfEntry));
    return found.flat();
  }
  const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
  return [{ name: entry.fullPath.replace(/^\//, ''), blob: file }];
}

/** All entries of a folder: browsers hand them out a hundred at a time until an empty list. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return entries.sort((left, right) => compare(left.name, right.name));
    }
    entries.push(...some);
  }
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
