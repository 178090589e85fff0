import type { LintRule } from './lint-rule.ts';
import { bidiUnicode } from './rules/bidi-unicode.ts';
import { deferredBehaviour } from './rules/deferred-behaviour.ts';
import { encodedBlob } from './rules/encoded-blob.ts';
import { hiddenUnicode } from './rules/hidden-unicode.ts';
import { htmlComment } from './rules/html-comment.ts';
import { instructionLike } from './rules/instruction-like.ts';
import { longText } from './rules/long-text.ts';
import { looseSchema } from './rules/loose-schema.ts';
import { lyingAnnotations } from './rules/lying-annotations.ts';
import { missingDescription } from './rules/missing-description.ts';
import { mixedScript } from './rules/mixed-script.ts';
import { pathReference } from './rules/path-reference.ts';
import { pseudoMarkup } from './rules/pseudo-markup.ts';
import { remoteReference } from './rules/remote-reference.ts';
import { schemaBomb } from './rules/schema-bomb.ts';
import { schemaInvalid } from './rules/schema-invalid.ts';
import { secretReference } from './rules/secret-reference.ts';
import { toolReference } from './rules/tool-reference.ts';
import { toolShadowing } from './rules/tool-shadowing.ts';

/** The rules that every spec is checked by. Their ids are part of the API: waivers name them. */
export const lintRules: readonly LintRule[] = Object.freeze([
  hiddenUnicode,
  bidiUnicode,
  mixedScript,
  instructionLike,
  toolShadowing,
  deferredBehaviour,
  secretReference,
  pseudoMarkup,
  htmlComment,
  encodedBlob,
  longText,
  schemaInvalid,
  schemaBomb,
  remoteReference,
  lyingAnnotations,
  missingDescription,
  looseSchema,
  toolReference,
  pathReference,
]);
