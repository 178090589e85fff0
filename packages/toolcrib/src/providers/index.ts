export { isTrustedContent } from '../core/trust.ts';
export { toWireName, type WireNameProvider, type WireNameRule, wireNameRules } from './wire-name.ts';
