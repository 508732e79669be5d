/**
 * `next`, with each part of it that equals its counterpart in `old` replaced by that: who compares parts by
 * identity, as React does, then sees what has changed.
 *
 * - For what comes out of `JSON.parse`: numbers, texts, lists and plain objects.
 */
export function kept<T>(old: unknown, next: T): T {
  if (Object.is(old, next)) return next;
  if (Array.isArray(next)) return keptList(old, next);
  if (typeof next === 'object' && next !== null) return keptObject(old, next);
  return next;
}

function keptList<T>(old: unknown, next: T & unknown[]): T {
  if (!Array.isArray(old)) return next;
  let isSame = old.length === next.length;
  for (let at = 0; at < next.length; at += 1) {
    next[at] = kept(old[at], next[at]);
    isSame &&= Object.is(old[at], next[at]);
  }
  return isSame ? (old as T & unknown[]) : next;
}

function keptObject<T extends object>(old: unknown, next: T): T {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) return next;
  const [before, after] = [old as Record<string, unknown>, next as Record<string, unknown>];
  let isSame = true;
  let more = 0;
  for (const name in after) {
    after[name] = kept(before[name], after[name]);
    isSame &&= Object.is(before[name], after[name]) && name in before;
    more += 1;
  }
  for (const _ in before) more -= 1;
  return isSame && more === 0 ? (old as T) : next;
}
