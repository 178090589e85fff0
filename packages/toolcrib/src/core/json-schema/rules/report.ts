import type { ValidationIssue } from '../../issue.ts';
import type { JsonValue } from '../../json.ts';
import type { TypeName } from '../type-name.ts';
import type { Run } from './run.ts';

/** More are never useful to whoever has to correct the value. */
const MAX_ISSUES = 100;

/** An issue, with what it takes to compare it with those of other alternatives. */
export interface Finding extends ValidationIssue {
  /** The types that would have been right, if the type is what is wrong. */
  readonly types?: readonly TypeName[];
  /** The values that would have been right, if there are only these. */
  readonly values?: readonly JsonValue[];
}

/** Collects what is wrong with a value, and keeps the path to the part that is being explained. */
export class Report {
  readonly run: Run;
  #path: (string | number)[] = [];
  #findings: Finding[] = [];

  constructor(run: Run) {
    this.run = run;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** Whether whatever else is found would be left out. */
  get isFull(): boolean {
    return this.#findings.length >= MAX_ISSUES;
  }

  /** Where the current part is. */
  get path(): readonly (string | number)[] {
    return [...this.#path];
  }

  /** Adds an issue about the current part. */
  add(message: string, expected: Pick<Finding, 'types' | 'values'> = {}): void {
    this.addFinding({ path: [...this.#path], message, ...expected });
  }

  /** Adds an issue about a property or item of the current part. */
  addAt(step: string | number, message: string): void {
    this.addFinding({ path: [...this.#path, step], message });
  }

  addFinding(finding: Finding): void {
    if (!this.isFull) this.#findings.push(finding);
  }

  /** Explains a property or item of the current part. */
  enter(step: string | number, explain: () => void): void {
    this.#path.push(step);
    explain();
    this.#path.pop();
  }

  /** What an explanation finds, kept apart from the rest. */
  capture(explain: () => void): readonly Finding[] {
    const outer = this.#findings;
    this.#findings = [];
    explain();
    const inner = this.#findings;
    this.#findings = outer;
    return inner;
  }
}
