// What cannot be done is said in one sentence, in both languages, with exit code 2 and no trace.
import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT, tailwalk } from './command.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tailwalk-cli-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'page.html'), '<!DOCTYPE html><html><title>Sign in</title></html>');
writeFileSync(join(folder, 'empty.txt'), '');
writeFileSync(join(folder, 'hollow.json'), '{}');
mkdirSync(join(folder, 'hollow'));

/** Words of a command line, the sentence that follows in English, one word of the Chinese one. */
const CASES = [
  [[], /say what to do/, '请指定操作'],
  [['explain'], /no command 'explain'/, '没有命令'],
  [['analyze'], /name a file/, '请指定要分析的文件'],
  [['describe', 'x'], /takes no files/, '不接受文件'],
  [['analyze', 'x', '--frobnicate'], /no flag '--frobnicate'/, '没有选项'],
  [['analyze', 'x', '-q'], /no flag '-q'/, '没有选项'],
  [['describe', '--json'], /no flag 'describe --json'/, '没有选项'],
  [['analyze', 'x', '--width'], /--width needs a value: --width N/, '需要一个值'],
  [['analyze', 'x', '--json=1'], /--json takes no value/, '不接受值'],
  [['analyze', 'x', '--json', '--text'], /choose one of --json, --markdown and --text/, '只能选一个'],
  [['analyze', 'x', '--color', 'blue'], /--color is one of auto, always, never, not 'blue'/, '只能是'],
  [['analyze', 'x', '--fail-on', 'ok'], /--fail-on is one of watch, warn, critical, never/, '只能是'],
  [['analyze', 'x', '--width', '-3'], /--width takes a whole number above 0, not '-3'|--width needs a value/, ''],
  [['analyze', 'x', '--max-num-seqs', 'many'], /--max-num-seqs takes a whole number above 0, not 'many'/, '大于 0 的整数'],
  [['analyze', 'x', '--max-num-seqs', '1.5'], /--max-num-seqs takes a whole number above 0, not '1\.5'/, '大于 0 的整数'],
  [['analyze', 'x', '--from', 'yesterday'], /--from takes a time.*not 'yesterday'/, '时间'],
  [['analyze', 'x', '--from', '2026-01-31T12:00:00'], /--from takes a time as RFC 3339 with its offset/, '时间'],
  [['analyze', 'x', '--to', '2026-02-31T12:00:00Z'], /--to takes a time/, '时间'],
  [['analyze', 'x', '--reference', '5'], /--reference takes two times/, '两个时间'],
  [['analyze', 'x', '--reference', '9..5'], /--reference takes two times, the earlier first/, '两个时间'],
  [['analyze', 'x', '--reference', '1..2..3'], /--reference takes two times/, '两个时间'],
  [['analyze', 'x', '--threshold', 'ttft'], /--threshold takes id=warn:critical/, 'warn:critical'],
  [['analyze', 'x', '--threshold', 'ttft=slow'], /--threshold takes id=warn:critical/, 'warn:critical'],
  [['analyze', 'x', '--threshold', 'ttft=:'], /--threshold takes id=warn:critical/, 'warn:critical'],
  [['analyze', 'missing.json'], /cannot read missing\.json: there is no such file/, '文件不存在'],
  [['analyze', 'hollow'], /no file in the folder hollow/, '没有文件'],
  [['analyze', 'empty.txt'], /empty\.txt is empty/, '空'],
  [['analyze', 'page.html'], /page\.html is a web page, not metrics/, '网页'],
  [['describe', '-o', 'nowhere/out.json'], /cannot write nowhere\/out\.json: there is no such folder/, '目录不存在'],
  [['analyze', 'page.html', '-o', './page.html'], /--output would overwrite page\.html/, '会覆盖'],
  [['analyze', 'hollow.json'], /hollow\.json is JSON, but .* It has no keys/, '没有任何键'],
];

for (const [words, english, chinese] of CASES) {
  test(`tailwalk ${words.join(' ')}`, () => {
    for (const [env, sentence] of [
      [{}, english],
      [{ LC_ALL: 'zh_CN.UTF-8' }, new RegExp(chinese)],
    ]) {
      const { code, out, err } = tailwalk(words, { env, cwd: folder });
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, /^tailwalk: .+\n$/, 'one line');
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\{\w+\}|undefined|\bat .*:\d+/);
    }
  });
}

test('a full disk behind standard output is named', { skip: !existsSync('/dev/full') }, () => {
  for (const [language, sentence] of [['en', 'cannot write standard output: the disk is full'], ['zh', '无法写入 标准输出：磁盘已满']]) {
    const full = openSync('/dev/full', 'w');
    const { code, err } = tailwalk(['describe', '--lang', language], { stdout: full });
    closeSync(full);
    assert.equal(code, 2);
    assert.equal(err, `tailwalk: ${sentence}\n`);
  }
});

test('of several files, the one that cannot be read is named', () => {
  const recording = join(ROOT, 'tests/samples/recordings/kv_exhaustion.json.gz');
  for (const name of ['missing.json', 'page.html']) {
    for (const words of [[recording, name], [name, recording]]) {
      const { code, err } = tailwalk(['analyze', ...words], { cwd: folder });
      assert.equal(code, 2);
      assert.ok(err.includes(name) && !err.includes('kv_exhaustion'), err);
    }
  }
});
