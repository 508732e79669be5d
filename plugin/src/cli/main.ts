import { type Outcome, run } from './run';
import { cannotWrite, WORDS } from './words';

/** Put in by the build, from the root `package.json`. */
declare const TAILWALK_VERSION: string;

function finish({ out, err, code, language }: Outcome): void {
  process.exitCode = code;
  // A reader that has seen enough (`| head`) closes the pipe: the verdict still is the exit code.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(code);
    process.stderr.write(`tailwalk: ${cannotWrite(WORDS.standardOutput[language], error, language)}\n`);
    process.exit(2);
  });
  process.stderr.write(err);
  process.stdout.write(out);
}

void run(process.argv.slice(2), TAILWALK_VERSION, process.env).then(finish);
