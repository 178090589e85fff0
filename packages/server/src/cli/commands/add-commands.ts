import type { Command } from 'commander';
import type { AddCommand, BindWork } from '../command-kit.ts';
import { addAuditCommand } from './audit.ts';
import { addCallCommand } from './call.ts';
import { addCallsCommand } from './calls.ts';
import { addDoctorCommand } from './doctor.ts';
import { addDraftsCommand } from './drafts.ts';
import { addEventsCommand } from './events.ts';
import { addGatesCommand } from './gates.ts';
import { addKeysCommand } from './keys.ts';
import { addListCommand } from './list.ts';
import { addLockCommand, addPreflightCommand, addVerifyCommand } from './lock.ts';
import { addMcpCommand } from './mcp.ts';
import { addOpenapiCommand } from './openapi.ts';
import { addPolicyCommand } from './policy.ts';
import { addQuarantineCommand, addReleaseCommand } from './quarantine.ts';
import { addRegisterCommand } from './register.ts';
import { addSearchCommand } from './search.ts';
import { addServeCommand } from './serve.ts';
import { addShowCommand } from './show.ts';
import { addSnapshotCommand } from './snapshot.ts';
import { addDisableCommand, addEnableCommand } from './switch.ts';
import { addTenantsCommand } from './tenants.ts';
import { addToolsetsCommand } from './toolsets.ts';
import { addWhoamiCommand } from './whoami.ts';

/** The heading of what is left, in the help. */
export const LAST_GROUP = 'More:';

/** In the order and under the headings of the help. */
const groups: readonly (readonly [heading: string, commands: readonly AddCommand[]])[] = [
  ['Start:', [addServeCommand, addMcpCommand, addDoctorCommand]],
  ['Use tools:', [addListCommand, addShowCommand, addSearchCommand, addCallCommand, addCallsCommand]],
  [
    'Look after tools:',
    [
      addRegisterCommand,
      addEnableCommand,
      addDisableCommand,
      addQuarantineCommand,
      addReleaseCommand,
      addDraftsCommand,
      addPolicyCommand,
      addToolsetsCommand,
      addLockCommand,
      addVerifyCommand,
      addPreflightCommand,
      addSnapshotCommand,
    ],
  ],
  [
    'Look after people:',
    [addGatesCommand, addKeysCommand, addTenantsCommand, addWhoamiCommand, addAuditCommand, addEventsCommand],
  ],
  [LAST_GROUP, [addOpenapiCommand]],
];

/** Adds every command. */
export function addCommands(program: Command, bind: BindWork): void {
  for (const [heading, commands] of groups) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, bind);
  }
}
