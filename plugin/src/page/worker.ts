import { TailwalkError } from '../contract/failure';
import { toPlain } from '../contract/thrown';
import { LocalDesk } from './desk';
import type { Letter, Question, Reply } from './protocol';

/** What a script may use inside a worker. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent<Letter>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
let wasm: Uint8Array | undefined;
const desk = new LocalDesk(() =>
  wasm === undefined ? Promise.reject(new TailwalkError('lost', 'the engine has not come yet')) : Promise.resolve(wasm),
);

scope.addEventListener('message', ({ data: { id, question } }) => {
  answer(id, question).then(
    (reply) => scope.postMessage({ kind: 'answer', id, answer: reply }),
    (thrown: unknown) => scope.postMessage({ kind: 'failure', id, error: toPlain(thrown) }),
  );
});
scope.postMessage({ kind: 'ready' });

async function answer(id: number, question: Question) {
  switch (question.kind) {
    case 'start':
      wasm = question.wasm;
      return undefined;
    case 'read':
      return desk.read(question.inputs, question.language, (progress) =>
        scope.postMessage({ kind: 'progress', id, progress }),
      );
    case 'analyze':
      return desk.analyze(question.options);
    case 'export':
      return desk.export(question.exportKind, question.options);
  }
}
