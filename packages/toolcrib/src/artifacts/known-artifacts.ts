import { Artifact } from '../core/artifact.ts';
import { ToolError } from '../core/tool-error.ts';
import { toShownId } from '../runtime/render/to-shown-id.ts';
import { toVisibleLine } from '../runtime/render/visible-text.ts';
import type { ArtifactCandidate } from './artifact-kind.ts';
import type { AskableCall, ForgeContext } from './forge-context.ts';

/** An artifact of a call, as a model knows it. */
export interface KnownArtifact extends ArtifactCandidate {
  readonly id: string;
  readonly toolName: string;
  /** Whether another artifact has the same id. */
  readonly isAmbiguous: boolean;
  /** Whether secrets are taken out of what is shown of it. */
  readonly isRedacted: boolean;
}

const MAX_NAMED_IDS = 20;
const MAX_SHOWN_ID = 80;
const MAX_DEPTH = 8;

/** Whether a call has left an artifact that can be asked. What a query gave is none: it can be asked for again. */
export function isQueryable({ result, isEphemeral }: AskableCall): boolean {
  return result?.kind === 'artifact' && !isEphemeral;
}

/**
 * The artifacts of the calls so far, in their order, each once. */
export function listArtifacts({ turnToolCalls }: ForgeContext): KnownArtifact[] {
  const known = new Map<string, KnownArtifact>();
  for (const call of turnToolCalls) {
    const { result, toolName, isRedacted } = call;
    if (result?.kind !== 'artifact' || !isQueryable(call)) continue;
    const { artifact, preview } = result;
    const id = toShownId(artifact.id);
    const other = known.get(id);
    const isAmbiguous = other !== undefined && (other.isAmbiguous || !isSame(other, { artifact, toolName }));
    known.set(id, { id, toolName, artifact, preview, isAmbiguous, isRedacted });
  }
  return [...known.values()];
}

/** @throws ToolError for an id that is none of theirs, or of more than one. */
export function findArtifact(known: readonly KnownArtifact[], id: string): KnownArtifact {
  const found = known.find((artifact) => artifact.id === id);
  if (found === undefined) throw refusal(`There is no artifact "${toVisibleLine(id)}". ${nameKnown(known)}`);
  if (found.isAmbiguous) {
    throw refusal(
      `Several results are stored as artifact "${toVisibleLine(id)}", so none of them can be asked.`,
    );
  }
  return found;
}

/** A tool that gives the same artifact twice may have read it from its store twice. */
function isSame(
  known: KnownArtifact,
  { artifact, toolName }: { readonly artifact: Artifact; readonly toolName: string },
): boolean {
  const [left, right] = [sourceOf(known.artifact), sourceOf(artifact)];
  if (left === right) return true;
  return (
    known.toolName === toolName && left.mimeType === right.mimeType && left.byteLength === right.byteLength
  );
}

/** Artifacts of a kind read from another one. */
function sourceOf(artifact: Artifact): Artifact {
  let source = artifact;
  for (let depth = 0; depth < MAX_DEPTH && 'source' in source; depth++) {
    if (!Artifact.isArtifact(source.source)) break;
    source = source.source;
  }
  return source;
}

function nameKnown(known: readonly KnownArtifact[]): string {
  if (known.length === 0) return 'No result is stored.';
  const names = known.slice(-MAX_NAMED_IDS).map(({ id }) => `"${toVisibleLine(id, MAX_SHOWN_ID)}"`);
  const rest = known.length - names.length;
  return `The ids are ${names.join(', ')}${rest > 0 ? ` and ${rest} more, which artifact_list lists` : ''}.`;
}

function refusal(message: string): ToolError {
  return new ToolError(message, { changedNothing: true });
}
