export { toWireName, type WireNameProvider, type WireNameRule, wireNameRules } from './wire-name.ts';
