// Saved options of any age.
import { expect, test } from 'vitest';
import { migrate } from './migrations';
import { DEFAULTS } from './options';

function check(title: string, saved: unknown, expected: object) {
  test(title, () => expect(migrate(saved)).toEqual({ ...DEFAULTS, ...expected }));
}

check('nothing saved', {}, {});
check('no options at all', undefined, {});
check('options before versions were counted', { language: 'zh', brush: 'zoom' }, { language: 'zh', brush: 'zoom' });
check('values of a wrong type are defaults', { language: 7, targets: null, hints: 'many', names: ['A'] }, {});
check('options of a newer panel are kept', { version: 99, later: { a: 1 } }, { version: 99, later: { a: 1 } });
check('what is chosen stays', { version: 2, targets: { ttftSeconds: 2 } }, { targets: { ttftSeconds: 2 } });
check('a reference query of version 1 stays the reference', { version: 1, referenceQuery: 'B' }, { baseline: 'query', referenceQuery: 'B' });
check('version 1 without a reference query', { version: 1, referenceQuery: '' }, { baseline: 'auto' });
