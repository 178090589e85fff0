import * as nodeModule from 'node:module';

/**
 * While modules with tools are loaded: `toolcrib` in them is the library of this service, because a tool of another copy
 * cannot be told from a forgery; and `zod` is ours if they have none. So a module needs no installation of its own.
 */
export function shareLibrary(): () => void {
  // Not in the first releases that this package runs on; then modules have to find the same copy by themselves.
  if (typeof nodeModule.registerHooks !== 'function') return () => undefined;
  const hooks = nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      const fromHere = () => nextResolve(specifier, { ...context, parentURL: import.meta.url });
      if (isPartOf(specifier, 'toolcrib')) return fromHere();
      if (!isPartOf(specifier, 'zod')) return nextResolve(specifier, context);
      try {
        return nextResolve(specifier, context);
      } catch {
        return fromHere();
      }
    },
  });
  return () => hooks.deregister();
}

function isPartOf(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}
