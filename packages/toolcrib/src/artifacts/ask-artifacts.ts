import { ToolcribError } from '../core/errors.ts';
import type { ToolContext } from '../core/tool-context.ts';
import { ToolError } from '../core/tool-error.ts';
import { CallContext } from '../runtime/path/call-context.ts';
import { keepText, type Redactor } from '../runtime/render/redactor.ts';
import { nameType } from '../runtime/render/render-result.ts';
import { toVisibleLine } from '../runtime/render/visible-text.ts';
import { acceptsCandidate } from './accepts-candidate.ts';
import type { ArtifactKind } from './artifact-kind.ts';
import type { ArtifactQuery } from './artifact-query.ts';
import { boundAnswer } from './bound-answer.ts';
import type { ForgeContext } from './forge-context.ts';
import type { KindInstances } from './kind-instances.ts';
import { findArtifact, type KnownArtifact, listArtifacts } from './known-artifacts.ts';
import type { SpooledArtifact } from './spooled-artifact.ts';

/** A query, and the kinds whose artifacts it is for, the special ones first. */
export interface AskedQuery {
  readonly query: ArtifactQuery;
  readonly kinds: readonly ArtifactKind[];
}

/** What all tools that are forged together share. */
interface Forge {
  readonly ctx: ForgeContext;
  readonly instances: KindInstances;
  readonly maxAnswerBytes: number;
  readonly redact: Redactor;
}

/** One artifact with the name that a model calls it by. */
interface Section {
  readonly id: string;
  readonly artifact: SpooledArtifact;
  readonly isRedacted: boolean;
}

/** An answer about one artifact can always have that much. */
export const MIN_ANSWER_BYTES = 256;

/** How long a search of one artifact may take, and that of all together. */
const MAX_MS = 10_000;
const MAX_TOTAL_MS = 20_000;

/** The line above each of several answers. */
const HEADING_BYTES = 128;
const MAX_HEADING_ID = 80;

/** The handler of the tool for a query: asks one artifact after another, and answers within the bound. */
export function askArtifacts(
  asked: AskedQuery,
  { ctx, instances, maxAnswerBytes, redact }: Forge,
): (accepted: unknown, context: ToolContext) => Promise<string> {
  return async (accepted, context) => {
    const { signal } = context;
    const { query } = asked;
    const { ids, args } = query.input.split(accepted);
    const known = listArtifacts(ctx);
    // All of them, before any is read.
    const sections = ids.map((id): Section => {
      const found = findArtifact(known, id);
      const artifact = instances.of(kindOf(asked, found, instances), found.artifact);
      return { id, artifact, isRedacted: found.isRedacted };
    });
    const maxBytes = shareOf(sections.length, maxAnswerBytes);
    const maxMs = Math.min(MAX_MS, Math.floor(MAX_TOTAL_MS / sections.length));
    const answers: string[] = [];
    for (const section of sections) {
      const shown = section.isRedacted ? redact : keepText;
      const answer = await askOne(section, () =>
        query.run(section.artifact, args as never, { maxBytes, maxMs, signal, redact: shown }),
      );
      answers.push(boundAnswer(answer, maxBytes));
    }
    if (sections.every(({ isRedacted }) => !isRedacted)) CallContext.keepSecrets(context);
    if (sections.length === 1) return answers.join();
    return sections.map(({ id }, index) => `${headingOf(id)}\n${answers[index]}`).join('\n\n');
  };
}

/** The kind that an artifact is asked as. */
function kindOf({ query, kinds }: AskedQuery, found: KnownArtifact, instances: KindInstances): ArtifactKind {
  const kind = kinds.find((candidate) => instances.canBe(candidate, found));
  // A query that says itself what it accepts is asked as the kind that it was made for.
  const { accepts } = query;
  const isAccepted = accepts === undefined ? kind !== undefined : acceptsCandidate({ accepts }, found);
  const accepting = kind ?? kinds.at(-1);
  if (isAccepted && accepting !== undefined) return accepting;
  const { id, artifact } = found;
  const what = `artifact "${toVisibleLine(id)}" (${nameType(artifact.mimeType)})`;
  throw new ToolError(`${query.name} cannot be asked about ${what}, which is of another kind.`, {
    changedNothing: true,
  });
}

/** How much each answer may have, if there are several. */
function shareOf(count: number, maxAnswerBytes: number): number {
  if (count === 1) return maxAnswerBytes;
  const share = Math.floor(maxAnswerBytes / count) - HEADING_BYTES;
  if (share >= MIN_ANSWER_BYTES) return share;
  const most = Math.max(1, Math.floor(maxAnswerBytes / (MIN_ANSWER_BYTES + HEADING_BYTES)));
  throw new ToolError(`Ask about fewer artifacts at once: at most ${most}.`, { changedNothing: true });
}

async function askOne({ id }: Section, ask: () => unknown): Promise<string> {
  const name = `artifact "${toVisibleLine(id)}"`;
  try {
    const answer = await ask();
    if (typeof answer === 'string') return answer;
  } catch (cause) {
    if (cause instanceof ToolError) {
      throw new ToolError(`About ${name}: ${cause.message}`, { cause, changedNothing: true });
    }
    if (!(cause instanceof ToolcribError && cause.code === 'E_ARTIFACT_FAILED')) throw cause;
    throw new ToolError(`The content of ${name} could not be read. It may not be kept any more.`, {
      cause,
      changedNothing: true,
    });
  }
  throw new TypeError('A query gave something that is no text.');
}

function headingOf(id: string): string {
  return `Artifact "${toVisibleLine(id, MAX_HEADING_ID)}":`;
}
