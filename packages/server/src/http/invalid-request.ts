import { ToolcribError, type ValidationIssue } from 'toolcrib';

/** A request that cannot be understood. The issues are for the client, all of them at once. */
export class InvalidRequest extends ToolcribError {
  readonly issues: readonly ValidationIssue[];

  constructor(message: string, issues: readonly ValidationIssue[] = []) {
    super('E_INVALID_REQUEST', message);
    this.issues = issues;
  }

  override get name(): string {
    return 'InvalidRequest';
  }
}
