import { watchUnhandled } from '../isolate/unhandled-errors.ts';
import type { ServeIo, ServeSink } from './serve-options.ts';

/** The world of this process. */
export function processIo(): ServeIo {
  return {
    stdout: toSink(process.stdout),
    stderr: toSink(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    onStop(listener) {
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
    onReload(listener) {
      process.on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener);
    },
    onUnhandled: watchUnhandled,
    exit: (code) => process.exit(code),
  };
}

function toSink(stream: NodeJS.WriteStream): ServeSink {
  return {
    write: (text) => stream.write(text),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}
