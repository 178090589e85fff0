import { heldOutBenign } from './held-out-benign.ts';
import { heldOutMalicious } from './held-out-malicious.ts';
import { tuningBenign } from './tuning-benign.ts';
import { tuningMalicious } from './tuning-malicious.ts';

/** Descriptions of tools by what they try, or by why they look as if they tried something. */
export type LabelledTexts = Readonly<Record<string, readonly string[]>>;

/** Descriptions that are known to be malicious or benign. */
export interface Corpus {
  readonly malicious: LabelledTexts;
  readonly benign: LabelledTexts;
}

/**
 * Descriptions in our own words. What was tuned with proves little, and what was held out was looked at later on. The
 * texts that nothing was ever fitted to are those that are called fresh.
 */
export const corpus: Readonly<Record<'tuning' | 'heldOut', Corpus>> = {
  tuning: { malicious: tuningMalicious, benign: tuningBenign },
  heldOut: { malicious: heldOutMalicious, benign: heldOutBenign },
};
