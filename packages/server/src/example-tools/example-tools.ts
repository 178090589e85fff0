import { type Caller, requireKnownOptions, type Tool } from 'toolcrib';
import { type Clock, systemClock } from 'toolcrib/runtime';
import { checkJson } from './data/check-json.ts';
import { parseCsv } from './data/parse-csv.ts';
import { queryJson } from './data/query-json.ts';
import { findFiles } from './files/find-files.ts';
import { openFolder } from './files/open-folder.ts';
import { readFileLines } from './files/read-file-lines.ts';
import { summarizeFolder } from './files/summarize-folder.ts';
import { deleteNote } from './notes/delete-note.ts';
import { openNoteFiles } from './notes/note-files.ts';
import { saveNote } from './notes/save-note.ts';
import { calculate } from './numbers/calculate.ts';
import { convertUnits } from './numbers/convert-units.ts';
import { tenantFolder } from './tenant-folder.ts';
import { compareTexts } from './text/compare-texts.ts';
import { countText } from './text/count-text.ts';
import { hashText } from './text/hash-text.ts';
import { transformText } from './text/transform-text.ts';
import { calculateDate } from './time/calculate-date.ts';
import { convertTime } from './time/convert-time.ts';
import { getTime } from './time/get-time.ts';

/** What the example tools work with. */
export interface ExampleToolsOptions {
  /**
   * The one folder whose files can be searched and read; notes are written into `notes` in it. It is that of the tenant
   * `default`; others have their own in `<folder>.tenants`, which begin empty.
   */
  readonly folder: string;
  /** @default the time of this machine */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof ExampleToolsOptions>(['folder', 'clock']);

/**
 * Tools that are useful as they are, and show what a tool can be: most of them only compute, some read one folder
 * (scope `files:read`), and two write notes into it (scope `notes:write`), of which one asks a person first.
 */
export function exampleTools(options: ExampleToolsOptions): readonly Tool[] {
  requireKnownOptions(options, optionNames);
  const { folder, clock = systemClock } = options;
  const files = (caller: Caller) => openFolder(tenantFolder(folder, caller));
  const notes = (caller: Caller) => openNoteFiles(tenantFolder(folder, caller));
  return Object.freeze([
    getTime(clock),
    convertTime,
    calculateDate,
    calculate,
    convertUnits,
    countText,
    compareTexts,
    transformText,
    hashText,
    queryJson,
    checkJson,
    parseCsv,
    findFiles(files),
    readFileLines(files),
    summarizeFolder(files),
    saveNote(notes),
    deleteNote(notes),
  ]);
}
