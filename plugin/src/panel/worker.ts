import { startEngine, type Engine } from '../contract/engine';
import { TailwalkError } from '../contract/failure';
import { toPlain } from '../contract/thrown';
import { LocalDesk } from './desk';
import { PROBE, type Answer, type Letter, type Question, type Reply } from './protocol';

/** What a script may use inside a worker. */
interface WorkerScope {
  postMessage(reply: Reply, handedOver: Transferable[]): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent<Letter>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const desks = new Map<number, LocalDesk>();
let running: Engine | null = null;

scope.addEventListener('message', ({ data: letter }) => {
  if (letter.kind === 'start') {
    startEngine(() => Promise.resolve(letter.wasm), letter.language).then(
      (engine) => {
        running = engine;
        scope.postMessage({ kind: 'ready', probe: Float64Array.of(PROBE) }, []);
      },
      // The thread that asked starts an engine of its own, and finds out why.
      () => scope.postMessage({ kind: 'unfit' }, []),
    );
    return;
  }
  const { id, desk, question } = letter;
  answer(desk, question).then(
    (answer) => scope.postMessage({ kind: 'answer', id, answer }, roomOf(answer)),
    (thrown: unknown) => scope.postMessage({ kind: 'failure', id, error: toPlain(thrown) }, []),
  );
});

async function answer(number: number, question: Question): Promise<Answer> {
  const desk = deskOf(number);
  switch (question.kind) {
    case 'take': {
      const { load, language } = question;
      await desk.take(load, language);
      return { times: load.times, values: load.values };
    }
    case 'export':
      return desk.export(question.exportKind, question.options);
    case 'free':
      desk.free();
      desks.delete(number);
      return null;
  }
}

function deskOf(number: number): LocalDesk {
  if (running === null) throw new TailwalkError('lost', 'the engine has not come yet');
  const desk = desks.get(number) ?? new LocalDesk(running);
  desks.set(number, desk);
  return desk;
}

/** Room goes back to where it came from without being copied. */
function roomOf(answer: Answer): Transferable[] {
  return answer === null || typeof answer === 'string' ? [] : [answer.times.buffer, answer.values.buffer];
}
