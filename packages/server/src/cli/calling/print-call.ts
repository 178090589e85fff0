import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ExceptionDescription, formatExceptions } from 'toolcrib/runtime';
import { type ApiClient, toPath } from '../client/api-client.ts';
import { exitCodeOf } from '../client/api-problem.ts';
import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { count } from '../command-kit.ts';
import { hintFor } from '../output/hints.ts';
import { toVisibleJson, toVisibleLine, toVisibleText } from '../output/visible.ts';
import type { CliSession } from '../session.ts';
import { openGateOf } from './follow-call.ts';
import { gateIdOf } from './gate-id-of.ts';

/** Prints where a call stands, and answers the exit code: 0 only if it succeeded. */
export async function printCall(
  session: CliSession,
  call: JsonRecord,
  saveTo: string | undefined,
): Promise<number> {
  const { out } = session;
  const state = textOf(call, 'state');
  if (saveTo !== undefined && state === 'ok')
    await saveResult(session, call, resolve(session.io.cwd, saveTo));
  else if (out.isJson) await out.json(call);
  else if (state === 'ok') await printResult(session, call);
  if (state === 'ok') return 0;
  if (!out.isJson) printTrouble(session, call);
  const code = textOf(recordOf(call, 'error'), 'code');
  return code === '' ? 1 : Math.max(1, exitCodeOf(code));
}

async function printResult({ out }: CliSession, call: JsonRecord): Promise<void> {
  const result = recordOf(call, 'result');
  switch (result.kind) {
    case 'text':
      return await out.text(toVisibleText(textOf(result, 'text')));
    case 'json':
      return await out.json(result.value);
    case 'artifact':
      await out.text(toVisibleText(textOf(result, 'preview')));
      return out.note('\nThis is the beginning of a large result. Save all of it with --out <file>.');
    case 'bytes':
      return out.note(`${count(toBytes(result).byteLength, 'byte')}. Save them with --out <file>.`);
    case 'media':
      for (const media of recordsOf(result, 'media')) {
        await out.text(toVisibleLine(`${textOf(media, 'mediaType') || textOf(media, 'kind') || 'media'}`));
      }
      return out.note('Save it with --out <file>.');
    default:
      return out.note('It succeeded. Only whoever made the call sees its result.');
  }
}

function printTrouble({ out, io }: CliSession, call: JsonRecord): void {
  const error = recordOf(call, 'error');
  const gate = openGateOf(call);
  const id = toVisibleLine(textOf(call, 'id'));
  if (gate !== undefined) {
    const gateId = toVisibleLine(gateIdOf(gate));
    io.stderr.write(`The call waits for approval until ${toVisibleLine(textOf(gate, 'expiresAt'))}.\n`);
    out.note(
      [
        `  gate:     ${gateId}${textOf(gate, 'reason') === '' ? '' : ` (${textOf(gate, 'reason')})`}`,
        `  decide:   toolcrib gates approve ${gateId}`,
        '            or reject; needs the role approver',
        `  then:     toolcrib calls show ${id} --wait`,
      ].join('\n'),
    );
    return;
  }
  const code = textOf(error, 'code');
  if (code === '') {
    io.stderr.write(`The call ${id} is ${toVisibleLine(textOf(call, 'state'))}.\n`);
    return;
  }
  io.stderr.write(
    `${out.style.bad('error')} ${toVisibleLine(code)}: ${toVisibleLine(textOf(error, 'message'))}\n`,
  );
  for (const issue of recordsOf(error, 'issues')) {
    const path = Array.isArray(issue.path) ? issue.path.join('.') : textOf(issue, 'path');
    out.note(
      `  ${toVisibleLine(path === '' ? textOf(issue, 'message') : `${path}: ${textOf(issue, 'message')}`)}`,
    );
  }
  const exceptions = recordsOf(call, 'exceptions');
  if (exceptions.length > 0) out.note(`\n${toVisibleText(formatExceptions(exceptions.map(toException)))}`);
  // What was thrown is what the hint leads to.
  const hint = exceptions.length > 0 ? undefined : hintFor(code);
  if (hint !== undefined) out.note(`hint: ${hint}`);
}

function toException(exception: JsonRecord): ExceptionDescription {
  const [code, stack] = [textOf(exception, 'code'), textOf(exception, 'stack')];
  return {
    ...{
      path: textOf(exception, 'path'),
      type: textOf(exception, 'type'),
      message: textOf(exception, 'message'),
    },
    ...(code !== '' && { code }),
    ...(stack !== '' && { stack }),
  };
}

async function saveResult(session: CliSession, call: JsonRecord, file: string): Promise<void> {
  const { out } = session;
  const bytes = await resultBytes(await session.connect(), session, call);
  await writeFile(file, bytes);
  if (out.isJson) await out.json(call);
  else out.note(`${count(bytes.byteLength, 'byte')} written to ${file}.`);
}

async function resultBytes(client: ApiClient, session: CliSession, call: JsonRecord): Promise<Uint8Array> {
  const result = recordOf(call, 'result');
  if (result.kind === 'text') return Buffer.from(textOf(result, 'text'));
  if (result.kind === 'json') return Buffer.from(`${toVisibleJson(result.value)}\n`);
  if (result.kind === 'bytes') return toBytes(result);
  const media = Array.isArray(result.media) ? result.media.find(isRecord) : undefined;
  if (media !== undefined && typeof media.base64 === 'string') return toBytes(media);
  const answer = await client.open('GET', session.path('calls', textOf(call, 'id')) + toPath('result'), {
    headers: { accept: '*/*' },
  });
  return new Uint8Array(await answer.arrayBuffer());
}

function toBytes(record: JsonRecord): Uint8Array {
  return Buffer.from(textOf(record, 'base64'), 'base64');
}
