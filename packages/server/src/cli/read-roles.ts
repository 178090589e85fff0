import { ToolcribError } from 'toolcrib';
import { type Role, roles } from '../auth/role.ts';

/** @throws ToolcribError `E_INVALID_OPTION` for an unknown role, or none. */
export function readRoles(names: readonly string[]): readonly Role[] {
  if (names.length === 0) {
    throw new ToolcribError('E_INVALID_OPTION', `Say what the key may do with --role: ${roles.join(', ')}.`);
  }
  return names.map((name) => {
    const role = roles.find((known) => known === name);
    if (role !== undefined) return role;
    throw new ToolcribError(
      'E_INVALID_OPTION',
      `There is no role ${JSON.stringify(name)}; there are ${roles.join(', ')}.`,
    );
  });
}
