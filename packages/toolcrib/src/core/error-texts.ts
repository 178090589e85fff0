import type { ErrorCode } from './errors.ts';

/** What the errors page says of a code. Apart from the table, so that programs do not carry it along. */
export interface ErrorText {
  /** When it happens, in one sentence. */
  readonly meaning: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}

export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  E_INVALID_TOOL: {
    meaning: 'A tool definition has a missing, unknown or wrong option.',
    remedy: 'Correct the option named in `context.field`.',
  },
  E_INVALID_SCHEMA: {
    meaning:
      'A JSON Schema is malformed, of an unsupported dialect, or refers to something it does not contain.',
    remedy: 'Correct the schema at `context.pointer`.',
  },
  E_SCHEMA_TOO_LARGE: {
    meaning: 'A schema has more characters than the limit allows.',
    remedy: 'Split the tool, or shorten descriptions and enumerations.',
  },
  E_SCHEMA_TOO_DEEP: {
    meaning: 'A schema is nested more deeply than the limit allows.',
    remedy: 'Flatten the schema; models fill flat arguments more reliably too.',
  },
  E_SCHEMA_TOO_BRANCHED: {
    meaning: 'Checking one value would visit more alternatives of a schema than the limit allows.',
    remedy: 'Remove alternatives, or tell them apart by one field.',
  },
  E_SCHEMA_CYCLIC: {
    meaning: 'A schema contains itself, as a JavaScript object or by a `$ref` that consumes nothing.',
    remedy:
      'Refer back only from inside `properties`, `items` or another keyword that descends into the value.',
  },
  E_SCHEMA_UNSAFE_PATTERN: {
    meaning: 'A regular expression of a schema could take exponential time, or cannot be shown not to.',
    remedy: 'Rewrite the pattern so that no repetition is ambiguous, and without back-references.',
  },
  E_SCHEMA_TOO_COMPLEX: {
    meaning:
      'The regular expressions of a schema, taken together, take more steps to analyse than the limit allows.',
    remedy: 'Use fewer different patterns, simpler ones, and fewer classes such as `\\p{L}`.',
  },
  E_SCHEMA_REMOTE_REF: {
    meaning: 'A `$ref` points outside its own document; nothing is ever fetched.',
    remedy: 'Move the referenced schema into `$defs`.',
  },
  E_ASYNC_SCHEMA: {
    meaning: '`validate()` was called on a tool whose schema can only be checked asynchronously.',
    remedy: 'Call the tool through `executor()`, which waits for the check.',
  },
  E_INVALID_TOOL_ARGS: {
    meaning: 'The arguments of a call do not satisfy the input schema of the tool.',
    remedy: 'Correct every field listed in `issues` and call again.',
  },
  E_INVALID_RESULT: {
    meaning: 'A handler returned something that is no result, or that breaks the output schema of the tool.',
    remedy: 'Return text, bytes, Media, an artifact, or a JSON value that the output schema accepts.',
  },
  E_TOOL_FAILED: {
    meaning: 'A handler, or a schema of the tool, threw or rejected; what it threw is kept as `cause`.',
    remedy:
      'Look at `cause`, which no model is shown; of a service, at its log or at `toolcrib calls show <id>` with a key of the role admin.',
  },
  E_TOOL_ALREADY_REGISTERED: {
    meaning: 'Two tools have the same name and nothing says which one is meant.',
    remedy: 'Rename one of the tools that the message names, or say which one wins.',
  },
  E_TOOL_PROTECTED: {
    meaning: 'A tool marked `protected` was about to be replaced.',
    remedy: 'Rename the incoming tool.',
  },
  E_TOOL_NOT_FOUND: {
    meaning: 'No tool of that name is registered.',
    remedy: 'Check the spelling; names are case-sensitive.',
  },
  E_INVALID_OPTION: {
    meaning: 'An option of a constructor or function has a wrong value.',
    remedy: 'Correct the option that the message names.',
  },
  E_LOCK_MISMATCH: {
    meaning: 'The tools differ from the lock file that was given.',
    remedy: 'Review each difference in `context.differences`, then lock again if it is meant.',
  },
  E_CALL_DENIED: {
    meaning: 'A policy or a person did not allow the call; nothing was run.',
    remedy: 'Read the reason; ask for the missing scope, or for approval.',
  },
  E_CALL_TIMED_OUT: {
    meaning: 'A call, or a gate that it waited for, did not finish in time.',
    remedy: 'Raise `timeoutMs` if the work is slow; a late result is recorded as abandoned.',
  },
  E_CALL_ABORTED: {
    meaning: 'Whoever asked for the call aborted it.',
    remedy: 'Call again if it is still wanted, after checking `sideEffect` of the record.',
  },
  E_CALL_IN_PROGRESS: {
    meaning: 'A call is still running or waiting, or is not in the state that was asked for.',
    remedy: 'Wait for it; its record tells the outcome.',
  },
  E_CALL_INTERRUPTED: {
    meaning: 'The process ended during a call that changes nothing.',
    remedy: 'Call again; nothing was changed.',
  },
  E_CALL_NOT_FOUND: {
    meaning: 'No call of that invocation id is in the ledger.',
    remedy: 'Check the id; old calls may have been pruned.',
  },
  E_CALL_NOT_RECORDED: {
    meaning:
      'The ledger could not be written for some seconds, and the call has taken effect, or may have, or may still go on.',
    remedy:
      'Do not repeat it, unless with its idempotency key. Ask for it by its invocation id once the ledger works again; `sideEffect` says what is known.',
  },
  E_OUTCOME_UNKNOWN: {
    meaning:
      'The process ended during a call that may have changed something, and nobody knows whether it did.',
    remedy: 'Look at the system that the tool changes; give the tool a `verify` to have it looked up.',
  },
  E_IDEMPOTENCY_CONFLICT: {
    meaning:
      'An idempotency key was used before, for another tool, other arguments or through another toolset. A tool whose definition or authority has changed is another one.',
    remedy: 'Use a new key for a new call.',
  },
  E_TOOL_BUSY: {
    meaning: 'As many calls of the tool as allowed are running, and its queue is full.',
    remedy: 'Call again later, or raise `maxConcurrent` or `limits.maxQueued`.',
  },
  E_TOOL_CHANGED: {
    meaning: 'The definition of the tool is another one than when the call was approved.',
    remedy: 'Ask for the call again, so that it is approved as it is now.',
  },
  E_NOT_REVERTIBLE: {
    meaning: 'The call has not ended well, or its tool offers no `revert`.',
    remedy: 'Undo it by hand.',
  },
  E_GATE_UNAVAILABLE: {
    meaning: 'A handler waited for a gate in a call outside of a runtime.',
    remedy: 'Run the tool through a runtime.',
  },
  E_LEDGER_FAILED: {
    meaning: 'The ledger could not be read or written. The call was not started, or has changed nothing.',
    remedy: 'Look at the store; the cause is in the details of the record.',
  },
  E_ARTIFACT_FAILED: {
    meaning:
      'An artifact could not be stored or read; as a result, one that was too large to be sent and could not be stored either.',
    remedy: 'Look at the artifact store; the cause is in the details of the record.',
  },
  E_RUNTIME_CLOSED: {
    meaning: 'The runtime is closed or closing and takes no new calls.',
    remedy: 'Send the call to another process.',
  },
  E_MODEL_FAILED: {
    meaning: 'The provider of a model could not be asked, or gave no answer; its SDK has retried already.',
    remedy:
      'Look at `cause`, the error of the SDK, and at `context.status`, the HTTP status if there was one.',
  },
  E_ALREADY_SIGNALLED: {
    meaning: 'A turn or a dispatch was acknowledged or rejected a second time.',
    remedy: 'Signal once; look at `ctx.isSignalled` where several may.',
  },
  E_REGISTRY_SEALED: {
    meaning: 'Middleware added a tool to a turn whose tools may only be narrowed.',
    remedy: "Add it to the sealed registry, or give the runner `overlay: 'open'`.",
  },
  E_TURN_FAILED: {
    meaning: 'A turn was rejected with something that is no error of Toolcrib.',
    remedy: 'Look at `cause`, which is what `nack()` was given.',
  },
  E_MIDDLEWARE_FAILED: {
    meaning: 'Middleware of a turn threw.',
    remedy: 'Look at `cause`, and at `context` for the pipeline and the position in it.',
  },
  E_PIPELINE_STOPPED: {
    meaning: 'Middleware ended without calling `next()` and without saying how the turn ends.',
    remedy: 'Call `next()`, or `ctx.ack()` or `ctx.nack()` to end the turn there.',
  },
  E_TOOLS_UNAVAILABLE: {
    meaning: 'The function that gives a runner its tools failed.',
    remedy: 'Look at `cause`.',
  },
  E_STORE_TOO_NEW: {
    meaning: 'The tables of a store were made by a newer version of this library.',
    remedy: 'Update the library.',
  },
  E_STORE_FAILED: {
    meaning:
      'A database could not be reached, was busy for too long, or refused a statement; `context.reason` says which.',
    remedy:
      'Repeat the change once the database works again; with `context.isOutcomeUnknown` look first whether it took effect.',
  },
  E_STORE_FULL: {
    meaning: 'A database could not write, because the disk that it is on, or its quota, is full.',
    remedy:
      'Free space on that disk or enlarge it, then repeat the change; nothing needs a restart, and reads still work.',
  },
  E_STORE_READ_ONLY: {
    meaning:
      'A database does not accept writes: its file or disk is read-only, or the server is a standby or set to read-only.',
    remedy:
      'Make the file and its folder writable for the process, or connect to the primary server of PostgreSQL, then repeat the change.',
  },
  E_STORE_REFUSED: {
    meaning:
      'A database server refused: it has no such database or user, the password is wrong, or the user lacks a right.',
    remedy:
      'Correct the database, user or password in `DATABASE_URL`, or grant the right, such as `GRANT CREATE ON SCHEMA public TO <user>`; the message says which.',
  },
  E_STORE_CORRUPT: {
    meaning: 'A database, or a row in it, cannot be read.',
    remedy: 'Restore the database from a backup, or a snapshot of the catalogue into a new one.',
  },
  E_INVALID_SPEC: {
    meaning: 'The spec of a tool has a missing, unknown or wrong field, or is not JSON.',
    remedy: 'Correct the field named in `context.field`.',
  },
  E_INVALID_SNAPSHOT: {
    meaning: 'What was to be restored is no snapshot of a catalogue, or contradicts itself.',
    remedy: 'Restore a snapshot as it was taken; `context.path` says where this one is wrong.',
  },
  E_VERSION_CONFLICT: {
    meaning: 'This version of the tool is published already, with other content; nothing has changed.',
    remedy: 'Give the new content a version of its own; `context.differences` lists what differs.',
  },
  E_VERSION_NOT_FOUND: {
    meaning:
      'The tool has no version like that, or only deprecated ones, which are found by their exact version.',
    remedy: 'Ask for one of `context.versions`, or for another range.',
  },
  E_TOOL_DISABLED: {
    meaning: 'The tool was switched off.',
    remedy: 'Enable it, or use another.',
  },
  E_TOOL_QUARANTINED: {
    meaning: 'The tool is in quarantine, whatever its version.',
    remedy: 'Look into `context.reason`, then release it.',
  },
  E_SPEC_MISMATCH: {
    meaning: 'The definition of a tool in the code differs from the one in the catalogue.',
    remedy:
      'Publish the new definition under a new version, or deploy the code that was published; `context.mismatches` lists the fields.',
  },
  E_CATALOG_CLOSED: {
    meaning: 'A catalogue was asked to change or to catch up after it was closed.',
    remedy: 'Open it again.',
  },
  E_LINT_FAILED: {
    meaning: 'A definition was not published because of what was found in it.',
    remedy: 'Fix what `context.findings` lists, or waive the rule with a reason when it is registered.',
  },
  E_INCOMPATIBLE_VERSION: {
    meaning: 'A version breaks callers of the one before, or adds to it, and its number does not say so.',
    remedy: 'Give it the version that `context.needs` names, or take back what `context.findings` lists.',
  },
  E_CHECKS_TIMED_OUT: {
    meaning:
      'Linting and comparing the definitions of a request took longer than a service allows. Nothing has changed.',
    remedy: 'Send fewer definitions in one request, or simpler schemas.',
  },
  E_DRAFT_NOT_FOUND: {
    meaning: 'There is no draft of this tool and version.',
    remedy: '`catalog.drafts()` lists those that wait.',
  },
  E_SELF_APPROVAL: {
    meaning:
      'A draft or a call was approved by its author, or with a key that the author made, that made the key of the author, or that has a maker in common with it.',
    remedy:
      'Another person approves it, with a key that the operator, or an operator key, made for them, or with a token of theirs.',
  },
  E_TOOL_SUNSET: {
    meaning: 'A version is past the date on which it was to go.',
    remedy: 'Use the tool that `context.replacement` names, or a version that is not deprecated.',
  },
  E_INVALID_LOCK: {
    meaning: 'A text is no lock file, or was changed by hand.',
    remedy: 'Lock the tools again; what is wrong, and where, is in the message.',
  },
  E_SIGNATURE_REFUSED: {
    meaning: 'A signature is missing, was made by a key that is not trusted, or is of something else.',
    remedy:
      'Ask the publisher whose key `context.keyId` names; use nothing that the signature was to vouch for.',
  },
  E_INVALID_TOOLSET: {
    meaning: 'A toolset names tools or versions that there are not, or is malformed.',
    remedy: 'Correct what `context.path` or `context.problems` names.',
  },
  E_TOOLSET_NOT_FOUND: {
    meaning: 'There is no toolset of this name, or none with this revision.',
    remedy: '`catalog.toolsets.list()` lists those that there are.',
  },
  E_PLAN_STALE: {
    meaning: 'A plan was made for a state that is not there any more; nothing has changed.',
    remedy: 'Plan again, look at the difference, and apply that.',
  },
  E_INVALID_REQUEST: {
    meaning: 'A request to the service has a field that is missing, unknown or wrong.',
    remedy: 'Correct what `issues` lists; `/openapi.json` of the service has the schemas.',
  },
  E_ROUTE_NOT_FOUND: {
    meaning: 'The service has nothing under this path.',
    remedy: 'Look at `/docs` of the service.',
  },
  E_METHOD_NOT_ALLOWED: {
    meaning: 'The path does not take this method.',
    remedy: 'Use one that the `Allow` header of the answer names.',
  },
  E_BODY_TOO_LARGE: {
    meaning: 'The body of a request is larger than the service takes.',
    remedy: 'Send less, or raise `maxBodyBytes`.',
  },
  E_UNSUPPORTED_MEDIA: {
    meaning: 'The body of a request is not of a type that the route takes.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  E_HOST_REFUSED: {
    meaning: 'The `Host` or `Origin` of a request is not one that the service answers to.',
    remedy: 'Use the address that it printed, or allow the other with `--allow-host` or `--allow-origin`.',
  },
  E_UNAUTHENTICATED: {
    meaning: 'There was no key or token, or it is unknown, expired or revoked.',
    remedy: 'Send `Authorization: Bearer <key>`; `toolcrib keys create` makes one.',
  },
  E_ISSUER_UNAVAILABLE: {
    meaning:
      'The issuer of a token could not be asked for its signing keys: it cannot be reached, or does not answer as an OpenID Connect issuer does.',
    remedy:
      'Repeat the request later; if it lasts, look at the log of the service, which names the issuer and the cause.',
  },
  E_FORBIDDEN: {
    meaning: 'Whoever asked is known, and may not do this here.',
    remedy: 'Ask an admin of the tenant for a key with the role that `context.permission` needs.',
  },
  E_GRANT_EXCEEDED: {
    meaning: 'A key was to hold more than whoever makes it.',
    remedy: 'Leave out what the message names, or ask somebody who holds it.',
  },
  E_RATE_LIMITED: {
    meaning: 'More requests or calls than the limit of this key allows.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  E_QUOTA_EXCEEDED: {
    meaning: 'The calls that this key may make in a day are used up.',
    remedy: 'Wait until the day (UTC) is over, or ask an admin for more.',
  },
  E_CONCURRENCY_LIMITED: {
    meaning: 'This key or caller has as many calls, gates, streams or requests open as one may have.',
    remedy:
      'Wait until some of them have ended, or cancel them. The operator of the service can raise `maxPerKey`; a runtime has `limits.maxOpenGates`.',
  },
  E_PRECONDITION_FAILED: {
    meaning: 'Something has changed since it was read (`If-Match`, `expectedSequence`); nothing was done.',
    remedy: 'Read it again, look at the difference, and try with its new ETag, or its new sequence.',
  },
  E_TENANT_NOT_FOUND: {
    meaning: 'There is no tenant of this name.',
    remedy: 'An admin of the service creates tenants.',
  },
  E_TENANT_EXISTS: {
    meaning: 'There is a tenant of this name already, or there was one that was removed.',
    remedy: 'Use it, or another name. The name of a removed tenant stays with its audit log.',
  },
  E_TENANT_REQUIRED: {
    meaning:
      'The service publishes its tools to this tenant at every start, so it keeps the tenant and its host tools.',
    remedy: 'Switch tools off instead, or revoke the keys of the tenant.',
  },
  E_KEY_NOT_FOUND: {
    meaning: 'There is no such key in this tenant.',
    remedy: '`toolcrib keys list` lists them.',
  },
  E_GATE_NOT_FOUND: {
    meaning: 'There is no open gate of this id, or the answer is for other arguments.',
    remedy: 'List the gates again, and answer what is shown there.',
  },
  E_GATE_SETTLED: {
    meaning: 'The gate was settled or has expired before.',
    remedy: 'Look at the call to see how.',
  },
  E_REQUEST_TIMED_OUT: {
    meaning: 'The service did not answer in time.',
    remedy: 'Ask again; a call that was begun is found by its id or its idempotency key.',
  },
  E_AUDIT_UNAVAILABLE: {
    meaning: 'The audit log cannot be written now, so the request was not begun; nothing has changed.',
    remedy:
      'Repeat the request later. If it lasts, look at the log of the service for why the database does not accept writes.',
  },
  E_AUDIT_FAILED: {
    meaning: 'Something was done, and could not be written to the audit log yet.',
    remedy:
      'Do not repeat the request. Look at the database; the entry is kept and tried again as long as the process lives.',
  },
  E_AUDIT_BROKEN: {
    meaning: 'An audit log was changed, or has a gap.',
    remedy: 'Keep it as evidence, and compare it with an earlier export.',
  },
  E_SERVICE_UNREACHABLE: {
    meaning: 'The command line could not reach the service.',
    remedy: 'Check the address and that the service runs; `toolcrib doctor` looks closer.',
  },
  E_TLS_INVALID: {
    meaning: 'The files of --tls-cert and --tls-key cannot be used, at the start or after they have changed.',
    remedy: 'Give a certificate and its own key as PEM. The service goes on with the pair that it had.',
  },
  E_INTERNAL: {
    meaning: "Something went wrong in the service that is nobody's mistake but ours.",
    remedy: 'Look for the request id in its log, and report it.',
  },
};
