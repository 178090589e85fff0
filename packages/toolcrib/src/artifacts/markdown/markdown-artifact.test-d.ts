import { describe, expectTypeOf, it } from 'vitest';
import {
  type ArtifactKind,
  MarkdownArtifact,
  type MarkdownCodeBlock,
  type MarkdownHeading,
  type MarkdownLink,
  type MarkdownSection,
} from '../index.ts';

declare const artifact: MarkdownArtifact;

describe('the types of a Markdown artifact', () => {
  it('[A2] are those of its parts', () => {
    expectTypeOf(artifact.frontMatter()).resolves.toEqualTypeOf<string | undefined>();
    expectTypeOf(artifact.headings()).toEqualTypeOf<AsyncGenerator<MarkdownHeading, void>>();
    expectTypeOf(artifact.codeBlocks({ maxBlockChars: 10 })).toEqualTypeOf<
      AsyncGenerator<MarkdownCodeBlock, void>
    >();
    expectTypeOf(artifact.links()).toEqualTypeOf<AsyncGenerator<MarkdownLink, void>>();
    expectTypeOf(artifact.prose()).toEqualTypeOf<AsyncGenerator<string, void>>();
    expectTypeOf(artifact.sections({ heading: 'a' })).resolves.toEqualTypeOf<readonly MarkdownSection[]>();
    expectTypeOf(MarkdownArtifact).toExtend<ArtifactKind>();
  });

  it('[A2] refuse a section that nobody can find', () => {
    // @ts-expect-error: it is found by its heading or by a line.
    artifact.sections({ level: 1 });
  });
});
