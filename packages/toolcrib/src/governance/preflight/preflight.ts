import { FieldReader } from '../../catalog/field-reader.ts';
import { doWithPauses, mapInPieces } from '../../catalog/pieces.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolLock } from '../../core/lock.ts';
import { selectionFields } from '../lock/catalog-selection.ts';
import { readInPieces } from '../lock/lock-entry.ts';
import { parseInPieces } from '../lock/parse-lock.ts';
import { readSubjectSelection, type VerifyLockOptions } from '../lock/verify-lock.ts';
import { ToolJudge } from './judge-tool.ts';
import { lookAtTool } from './look-at-tool.ts';
import { Permissions } from './permissions.ts';
import {
  type PreflightCheck,
  type PreflightReport,
  type PreflightStatus,
  preflightStatuses,
} from './preflight-report.ts';

/** How many tools are judged without a pause. */
const JUDGED_AT_ONCE = 64;

/** Whether a caller may use a tool; with a reason, that is told if they may not. */
export type PreflightPermission =
  | boolean
  | { readonly allowed: boolean; readonly reason?: string | undefined };

/** Options of {@link preflight}. */
export interface PreflightOptions {
  /** It is refreshed first. */
  readonly catalog: ToolCatalog;
  /**
   * Whether the caller may use a tool of the catalogue. It is asked at most once for each name, and anything but `true`
   * is a no. It may throw, or reject: so does the preflight then.
   *
   * @default everybody may use everything
   */
  readonly isAllowed?: ((name: string) => PreflightPermission | Promise<PreflightPermission>) | undefined;
  /** Which version of a tool the deployment takes, as in `verifyLock`. @default the current one of each */
  readonly versions?: VerifyLockOptions['versions'];
  /** Through which toolset the deployment takes its tools, as in `verifyLock`. @default none */
  readonly toolset?: string | undefined;
}

/**
 * Says of each tool of a lock, or of the text of one, whether a deployment could use it now, as it was locked: before the
 * start, in a pipeline, or when something is wrong. Nothing is run or written down; tools that are not in the lock play no
 * part.
 *
 * It is for whoever holds the lock, and so knows the names in it. Of a tool that the caller may not use it says `denied`
 * and nothing else: not what has become of it, nor that it is in quarantine. Suggestions and replacements are only ever
 * names that the caller may use.
 *
 * It rejects with a ConfigError `E_INVALID_LOCK` or `E_INVALID_OPTION`; with a ToolcribError `E_TOOLSET_NOT_FOUND`; with what
 * `isAllowed` throws; and with whatever the store says when it cannot be read.
 *
 * @example
 * ```ts
 * // All tools of the code, so that the policy is asked also about those that the catalogue has switched off.
 * const visible = await runtime.withTools(createToolRegistry(tools)).visible(caller);
 * const names = new Set(visible.map(({ name }) => name));
 *
 * const report = await preflight(lock, { catalog, isAllowed: (name) => names.has(name) });
 * if (!report.isReady) throw new Error(formatPreflight(report));
 * ```
 */
export async function preflight(
  lock: ToolLock | string,
  options: PreflightOptions,
): Promise<PreflightReport> {
  const { catalog, readSelection, isAllowed } = readOptions(options);
  const { pause } = catalog;
  const reading = typeof lock === 'string' ? parseInPieces(lock) : readInPieces(lock);
  const entries = await doWithPauses(reading, pause);
  await catalog.refresh();
  const selection = readSelection();
  const { sequence } = catalog;
  // All of the catalogue is read before anybody is asked, so that it is of one moment.
  const usable = catalog.list().map(({ spec }) => spec.name);
  const context = {
    catalog,
    selection,
    now: Date.parse(catalog.time()),
    quarantineOf: quarantinesOf(catalog),
  };
  const seen = entries.map((entry) => lookAtTool(entry, context));
  const looks = await doWithPauses(
    mapInPieces(seen, (toLook) => toLook()),
    pause,
  );
  const judge = new ToolJudge(new Permissions(isAllowed), usable, pause);
  const tools: PreflightCheck[] = [];
  for (const look of looks) {
    tools.push(await judge.judge(look));
    if (tools.length % JUDGED_AT_ONCE === 0) await pause?.();
  }
  const counts = Object.fromEntries(preflightStatuses.map((status) => [status, 0])) as Counts;
  for (const { status } of tools) counts[status]++;
  return Object.freeze({
    isReady: counts.ready === tools.length,
    sequence,
    counts: Object.freeze(counts),
    tools: Object.freeze(tools),
  });
}

type Counts = Record<PreflightStatus, number>;

/** Why a name without a tool is in quarantine. It takes a snapshot to find out, which nearly no lock needs. */
function quarantinesOf(catalog: ToolCatalog): (name: string) => string | undefined {
  let reasons: ReadonlyMap<string, string> | undefined;
  return (name) => {
    reasons ??= new Map(
      catalog
        .snapshot()
        .quarantinedNames.map(({ name: blocked, quarantine }) => [blocked, quarantine.reason]),
    );
    return reasons.get(name);
  };
}

function readOptions(options: PreflightOptions) {
  const read = new FieldReader(options, ['catalog', 'isAllowed', 'versions', 'toolset'], refuseOption);
  const [catalog, isAllowed = () => true] = [read.get('catalog'), read.get('isAllowed')];
  if (!(catalog instanceof ToolCatalog)) return read.wrong('catalog', 'a catalogue made by openCatalog()');
  if (typeof isAllowed !== 'function') return read.wrong('isAllowed', 'a function');
  const given = { versions: read.get('versions'), toolset: read.get('toolset') };
  return {
    catalog,
    /** Looks for the toolset, which may have been applied by another process. */
    readSelection: () => readSubjectSelection(new FieldReader(given, selectionFields, refuseOption), catalog),
    // What it answers is checked each time.
    isAllowed: isAllowed as (name: string) => unknown,
  };
}
