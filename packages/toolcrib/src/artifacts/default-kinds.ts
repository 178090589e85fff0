import type { ArtifactKind } from './artifact-kind.ts';
import { JsonArtifact } from './json/json-artifact.ts';
import { MarkdownArtifact } from './markdown/markdown-artifact.ts';
import { SpooledArtifact } from './spooled-artifact.ts';

/** The kinds of artifacts that come with the library. */
export const defaultArtifactKinds: readonly ArtifactKind[] = Object.freeze([
  SpooledArtifact,
  JsonArtifact,
  MarkdownArtifact,
]);
