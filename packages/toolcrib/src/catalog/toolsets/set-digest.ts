import { sha256Hex } from '#hash';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { ToolsetEntry, ToolsetPin } from './toolset.ts';

/** The digest of all that a model or a policy sees of tools, which must come sorted, and with a pin for each. */
export function setDigestOf(tools: readonly ToolsetEntry[], pins: readonly ToolsetPin[]): ToolDigest {
  const seen = tools.map(({ tool, wireName, description, policy }, index) => ({
    tool,
    ...digestsOf(pins[index]),
    ...(wireName !== undefined && { wireName }),
    ...(description !== undefined && { description }),
    ...(policy && { policy: { ...policy } }),
  }));
  // The word keeps it apart from digests of anything else.
  return `sha256/v1:${sha256Hex(canonicalJson({ kind: 'toolset', tools: seen }))}`;
}

function digestsOf({ digest, authorityDigest }: Partial<ToolsetPin> = {}) {
  return { digest: String(digest), ...(authorityDigest !== undefined && { authorityDigest }) };
}
