import { ToolcribError } from 'toolcrib';
import type { AuditLog } from '../audit/audit-log.ts';
import { toAuditLine } from '../audit/to-audit-line.ts';
import type { RouteAnswer } from '../http/route.ts';

/** Which entries: from the first and to the last of them, unless told. */
export interface AuditRange {
  readonly from?: number;
  readonly to?: number;
}

const PAGE = 500;

/** A part of a log as lines of JSON. What is written while it is read does not belong to it, so that it comes to an end. */
export async function exportAudit(
  audit: Pick<AuditLog, 'head' | 'entries'>,
  tenant: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER }: AuditRange,
): Promise<RouteAnswer> {
  const head = await audit.head(tenant);
  const end = Math.min(to, head.sequence);
  const encoder = new TextEncoder();
  let last = from - 1;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (last >= end) return controller.close();
        const entries = await audit.entries(tenant, last, Math.min(PAGE, end - last));
        const next = entries.at(-1)?.sequence;
        // An export must not end early as if it were whole.
        if (next === undefined) throw new ToolcribError('E_STORE_CORRUPT', `Entry ${last + 1} is missing.`);
        last = next;
        controller.enqueue(encoder.encode(`${entries.map(toAuditLine).join('\n')}\n`));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="audit.ndjson"`,
    'toolcrib-audit-head': `${head.sequence}:${head.hash}`,
  };
  return { body, headers };
}
