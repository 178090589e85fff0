import type { Artifact } from '../core/artifact.ts';
import { acceptsCandidate } from './accepts-candidate.ts';
import type { ArtifactCandidate, ArtifactKind } from './artifact-kind.ts';
import type { SpooledArtifact } from './spooled-artifact.ts';

/** Artifacts as instances of kinds, made once, so that what an instance has found out is of use for the next call. */
export class KindInstances {
  readonly #made = new WeakMap<Artifact, Map<ArtifactKind, SpooledArtifact>>();

  /** Whether an artifact is of a kind already, or can be made one. */
  canBe(kind: ArtifactKind, candidate: ArtifactCandidate): boolean {
    return candidate.artifact instanceof kind || acceptsCandidate(kind, candidate);
  }

  /** The artifact itself if it is of the kind, else one of the kind that reads from it. */
  of(kind: ArtifactKind, artifact: Artifact): SpooledArtifact {
    if (artifact instanceof kind) return artifact;
    const made = this.#made.get(artifact) ?? new Map<ArtifactKind, SpooledArtifact>();
    this.#made.set(artifact, made);
    const instance = made.get(kind) ?? new kind(artifact);
    made.set(kind, instance);
    return instance;
  }
}
