import { cutText } from '../core/cut-text.ts';
import { ConfigError } from '../core/errors.ts';
import { isDigest } from '../core/lock.ts';
import type { LintRule } from '../lint/lint-rule.ts';
import type {
  ApproveOptions,
  BulkChangeOptions,
  CatalogOptions,
  ChangeOptions,
  DeprecateOptions,
  DraftOptions,
  EventsOptions,
  PolicyOptions,
  QuarantineOptions,
  RegisterAllOptions,
  ResolveOptions,
  RestoreOptions,
  SubscribeOptions,
  Waiver,
} from './catalog-options.ts';
import type { CatalogStore } from './catalog-store.ts';
import { describe, type Fail, FieldReader } from './field-reader.ts';
import type { VersionRequest } from './find-version.ts';
import type { ListOptions } from './list-options.ts';
import { readDeprecation } from './read-deprecation.ts';
import { isSpecName } from './read-spec.ts';
import { readVersion, readVersionRequest } from './read-version-request.ts';

const TENANT = /^[A-Za-z0-9_.-]{1,64}$/;
/** Of whoever changes or uses something. */
const MAX_WHO_LENGTH = 256;
const MAX_REASON_LENGTH = 4096;
const MAX_SOURCE_LENGTH = 512;
const DEFAULT_EVENTS = 1000;

const storeMethods = ['load', 'changes', 'change', 'events', 'watch', 'recordUses', 'uses'] as const;
const statuses = ['active', 'deprecated', 'sunset', 'disabled', 'quarantined', 'any'] as const;

/** A mistake in how the catalogue is used: what is wrong with an option, in words that follow its name. */
export function refuseOption(option: string, problem: string, sentence?: string): never {
  const name = cutText(option);
  const subject = name === '' ? 'The options' : `The option ${name}`;
  const message = sentence ?? `${subject} ${problem}.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: name } });
}

/** @throws ConfigError `E_INVALID_OPTION`, as all functions here. */
export function assertStore(store: CatalogStore): void {
  const given: Partial<Record<string, unknown>> = Object(store);
  const missing = storeMethods.find((method) => typeof given[method] !== 'function');
  if (missing === undefined) return;
  const hint = typeof given.then === 'function' ? '; await it first' : '';
  refuseOption('store', `must be a catalogue store: it has no method ${missing}${hint}`);
}

export function readCatalogOptions(options: CatalogOptions) {
  const read = new FieldReader(options, ['tenant', 'clock', 'rules', 'checks', 'onFault'], refuseOption);
  const given = read.get('tenant') ?? 'default';
  const isTenant = typeof given === 'string' && TENANT.test(given);
  const tenant = isTenant ? given : read.wrong('tenant', '1 to 64 of A-Z a-z 0-9 _ . -');
  const { clock, checks, onFault } = options;
  if (clock !== undefined && typeof clock?.now !== 'function') read.wrong('clock', 'an object with now()');
  if (checks !== undefined && typeof checks?.run !== 'function') read.wrong('checks', 'an object with run()');
  requireFunction(read, 'onFault');
  const rules = read.get('rules') === undefined ? [] : read.list('rules');
  return { tenant, clock, rules: Object.freeze(rules.map(readRule)), checks, onFault };
}

/** A rule that is called as it is; what it finds is read where it is used. */
function readRule(value: unknown): LintRule {
  const rule: Partial<LintRule> = Object(value);
  if (typeof rule.id === 'string' && typeof rule.check === 'function') return value as LintRule;
  return refuseOption('rules', 'must be a list of lint rules, each with an id and a check');
}

/** The time as ISO 8601 in UTC. */
export function toTime(now: number): string {
  const date = new Date(Number(now));
  if (Number.isNaN(date.getTime())) refuseOption('clock', `must give milliseconds since 1970, not ${now}`);
  return date.toISOString();
}

/** A name that a tool could have. */
export function assertSpecName(name: unknown): void {
  if (isSpecName(readToolName(name))) return;
  refuseOption('name', `must be one that a tool can have, not ${describe(name)}`);
}

/** A name of a tool that is asked for; one that there cannot be is not refused. */
export function readToolName(name: unknown): string {
  return typeof name === 'string' ? name : refuseOption('name', `must be a text, not ${describe(name)}`);
}

export function readChangeOptions(options: ChangeOptions | BulkChangeOptions) {
  const read = new FieldReader(options, ['by', 'reason', 'onProgress'], refuseOption);
  requireFunction(read, 'onProgress');
  return {
    by: read.optionalText('by', MAX_WHO_LENGTH),
    reason: read.optionalText('reason', MAX_REASON_LENGTH),
  };
}

export function readReaderOptions(options: Pick<ChangeOptions, 'by'>) {
  return { by: new FieldReader(options, ['by'], refuseOption).optionalText('by', MAX_WHO_LENGTH) };
}

export function readRestoreOptions(options: RestoreOptions) {
  const fields = ['by', 'reason', 'onProgress', 'expectedSequence'] as const;
  const read = new FieldReader(options, fields, refuseOption);
  requireFunction(read, 'onProgress');
  requireWhole(read, 'expectedSequence', 0);
  return {
    by: read.optionalText('by', MAX_WHO_LENGTH),
    reason: read.optionalText('reason', MAX_REASON_LENGTH),
    expectedSequence: options.expectedSequence,
  };
}

export function readRegisterOptions(options: RegisterAllOptions) {
  const fields = ['by', 'reason', 'source', 'draft', 'waivers', 'onProgress'] as const;
  const read = new FieldReader(options, fields, refuseOption);
  requireFunction(read, 'onProgress');
  const waivers = read.get('waivers') === undefined ? [] : read.list('waivers');
  return {
    by: read.optionalText('by', MAX_WHO_LENGTH),
    reason: read.optionalText('reason', MAX_REASON_LENGTH),
    source: read.optionalText('source', MAX_SOURCE_LENGTH),
    isDraft: read.get('draft') !== undefined && read.flag('draft'),
    waivers: waivers.map(readWaiver),
  };
}

function readWaiver(value: unknown): Waiver {
  const fail: Fail = (field, problem) =>
    field === ''
      ? refuseOption('waivers', 'must be a list of objects with a rule and a reason')
      : refuseOption(`waivers.${field}`, problem);
  const read = new FieldReader(value, ['rule', 'reason'], fail);
  return { rule: read.text('rule', MAX_WHO_LENGTH), reason: read.text('reason', MAX_REASON_LENGTH) };
}

export function readDraftOptions(options: DraftOptions) {
  const read = new FieldReader(options, ['version', 'by', 'reason'], refuseOption);
  const by = read.optionalText('by', MAX_WHO_LENGTH);
  return { version: readVersion(read), by, reason: read.optionalText('reason', MAX_REASON_LENGTH) };
}

export function readApproveOptions(given: ApproveOptions) {
  const {
    digest,
    authorityDigest,
    notProposedBy = [],
    proposedBy,
    ...options
  } = Object(given) as ApproveOptions;
  if (!isDigest(digest)) refuseOption('digest', 'must be that of the draft which was looked at');
  if (authorityDigest !== undefined && !isDigest(authorityDigest)) {
    refuseOption('authorityDigest', 'must be that of the authority of the draft which was looked at');
  }
  const areNames = Array.isArray(notProposedBy) && notProposedBy.every((name) => typeof name === 'string');
  if (!areNames) refuseOption('notProposedBy', 'must be a list of names');
  if (proposedBy !== undefined && proposedBy !== null && typeof proposedBy !== 'string') {
    refuseOption('proposedBy', 'must be a name, or null');
  }
  return { ...readDraftOptions(options), digest, authorityDigest, notProposedBy, proposedBy };
}

export function readPolicyOptions(options: PolicyOptions) {
  const read = new FieldReader(options, ['tool', 'by', 'reason'], refuseOption);
  const tool = read.get('tool');
  if (tool !== undefined) assertSpecName(tool);
  return {
    tool: tool === undefined ? undefined : readToolName(tool),
    by: read.optionalText('by', MAX_WHO_LENGTH),
    reason: read.optionalText('reason', MAX_REASON_LENGTH),
  };
}

/** Where tools come from. */
export function readSource(source: unknown): string {
  return new FieldReader({ source }, ['source'], refuseOption).text('source', MAX_SOURCE_LENGTH);
}

export function readDeprecateOptions(options: DeprecateOptions) {
  const fields = ['message', 'replacement', 'sunset', 'version', 'by'] as const;
  const read = new FieldReader(options, fields, refuseOption);
  const [message, replacement, sunset] = [read.get('message'), read.get('replacement'), read.get('sunset')];
  const deprecation = readDeprecation({ message, replacement, sunset }, refuseOption);
  return { deprecation, version: readVersion(read), by: read.optionalText('by', MAX_WHO_LENGTH) };
}

export function readQuarantineOptions(options: QuarantineOptions) {
  const read = new FieldReader(options, ['reason', 'by'], refuseOption);
  return { reason: read.text('reason', MAX_REASON_LENGTH), by: read.optionalText('by', MAX_WHO_LENGTH) };
}

export function readResolveOptions(options: ResolveOptions) {
  const read = new FieldReader(options, ['consumer', 'range', 'version'], refuseOption);
  const consumer = read.text('consumer', MAX_WHO_LENGTH);
  const wanted = readVersionRequest(read) ?? { range: 'latest' };
  return { consumer, wanted };
}

export function readWanted(request: VersionRequest): VersionRequest {
  const read = new FieldReader(request, ['range', 'version'], refuseOption);
  return readVersionRequest(read) ?? refuseOption('', 'must have a version or a range');
}

export function readListOptions(options: ListOptions): ListOptions {
  const fields = ['tag', 'prefix', 'enabled', 'status', 'after', 'limit'] as const;
  const read = new FieldReader(options, fields, refuseOption);
  for (const field of ['tag', 'prefix', 'after'] as const) {
    const value = read.get(field);
    if (value !== undefined && typeof value !== 'string') read.wrong(field, 'a text');
  }
  if (read.get('enabled') !== undefined) read.flag('enabled');
  const status = read.get('status');
  if (status !== undefined && !statuses.some((one) => one === status)) {
    read.wrong('status', `one of ${statuses.join(', ')}`);
  }
  requireWhole(read, 'limit', 1);
  return options;
}

export function readEventsOptions(after: number, options: EventsOptions): { readonly limit: number } {
  requireWhole(new FieldReader({ after }, ['after'], refuseOption), 'after', 0);
  const read = new FieldReader(options, ['limit'], refuseOption);
  requireWhole(read, 'limit', 1);
  return { limit: options.limit ?? DEFAULT_EVENTS };
}

export function readSubscribeOptions(listener: unknown, options: SubscribeOptions): void {
  if (typeof listener !== 'function')
    refuseOption('listener', `must be a function, not ${describe(listener)}`);
  requireWhole(new FieldReader(options, ['after'], refuseOption), 'after', 0);
}

function requireFunction<Field extends string>(read: FieldReader<Field>, field: Field): void {
  const value = read.get(field);
  if (value !== undefined && typeof value !== 'function') read.wrong(field, 'a function');
}

function requireWhole<Field extends string>(read: FieldReader<Field>, field: Field, min: number): void {
  const value = read.get(field);
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= min))
    return;
  read.wrong(field, `a whole number from ${min} up`);
}
