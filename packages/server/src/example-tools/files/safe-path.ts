import { ToolError } from 'toolcrib';

/**
 * The steps of a path inside of a folder. Names only: nothing that leads up, to a root, a drive or a device, and nothing hidden.
 *
 * @throws ToolError for anything else.
 */
export function readPathSteps(path: string): readonly string[] {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const isPlain = !path.startsWith('/') && steps.every(isPlainName);
  if (isPlain) return steps;
  const message =
    'A path is relative to the folder, with "/" between names, and leads neither up nor to hidden files.';
  throw new ToolError(message, { changedNothing: true });
}

/** Whether a name may be seen: a hidden one may not. */
export function isPlainName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[\\:\0]/.test(name);
}
