import type {
  Deprecation,
  ListOptions,
  ToolRegistrySnapshot,
  ToolSpec,
  VersionRequest,
} from '../../packages/toolcrib/src/catalog/index.ts';

/** Something to change in a catalogue. */
export type Change =
  | { readonly kind: 'register'; readonly spec: ToolSpec }
  | { readonly kind: 'registerAll'; readonly specs: readonly ToolSpec[] }
  | { readonly kind: 'setEnabled'; readonly name: string; readonly enabled: boolean }
  | {
      readonly kind: 'deprecate';
      readonly name: string;
      readonly deprecation: Deprecation;
      readonly version: string | null | undefined;
    }
  | { readonly kind: 'undeprecate'; readonly name: string; readonly version: string | null | undefined }
  | { readonly kind: 'quarantine'; readonly name: string; readonly reason: string }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'restore'; readonly snapshot: ToolRegistrySnapshot };

/** Something to ask a catalogue for. */
export type Question =
  | { readonly kind: 'get'; readonly name: string; readonly wanted: VersionRequest | undefined }
  | { readonly kind: 'list'; readonly options: ListOptions | undefined }
  | { readonly kind: 'versions'; readonly name: string }
  | {
      readonly kind: 'resolve';
      readonly name: string;
      readonly consumer: string;
      readonly wanted: VersionRequest | undefined;
    }
  | { readonly kind: 'deprecatedUses' }
  | { readonly kind: 'events'; readonly after: number; readonly limit: number }
  | { readonly kind: 'snapshot' };

export type Operation = Change | Question;

/** When something is done, by whom, and why; not every operation has a use for all of it. */
export interface Occasion {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

/** What came of an operation: JSON text of its value, or of the code and the context of its error. */
export interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

export function isChange(operation: Operation): operation is Change {
  return !questions.has(operation.kind);
}

const questions: ReadonlySet<string> = new Set<Question['kind']>([
  'get',
  'list',
  'versions',
  'resolve',
  'deprecatedUses',
  'events',
  'snapshot',
]);

/** The text of a value that may be undefined. */
export function toText(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
