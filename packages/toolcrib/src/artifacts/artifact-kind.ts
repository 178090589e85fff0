import type { Artifact } from '../core/artifact.ts';
import type { ArtifactQuery } from './artifact-query.ts';
import type { SpooledArtifact } from './spooled-artifact.ts';

/** An artifact of a call, and what a model has been shown of it. */
export interface ArtifactCandidate {
  readonly artifact: Artifact;
  /** Its beginning; empty if nothing of it is shown. */
  readonly preview: string;
}

/**
 * A class of artifacts that can be asked the same questions: `SpooledArtifact` or a class that extends it.
 *
 * INVARIANT: `accepts` does not throw, and gives the same answer for the same candidate every time.
 */
export interface ArtifactKind<Kind extends SpooledArtifact = SpooledArtifact> {
  new (source: Artifact): Kind;
  readonly queries: readonly ArtifactQuery<Kind>[];
  accepts(candidate: ArtifactCandidate): boolean;
}
