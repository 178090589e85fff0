import type { ArtifactCandidate } from './artifact-kind.ts';

/** A kind, or a query that says itself what it is for. */
interface Accepting {
  accepts(candidate: ArtifactCandidate): boolean;
}

/**
 * Whether an artifact is accepted. Who breaks the promise not to throw accepts none: that costs its own questions and
 * not those of the others.
 */
export function acceptsCandidate(accepting: Accepting, candidate: ArtifactCandidate): boolean {
  try {
    return accepting.accepts(candidate);
  } catch {
    return false;
  }
}
