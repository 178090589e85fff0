import { isPlainObject } from '../../core/json.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { ModelExecutor } from '../../runtime/model/model-executor.ts';
import { invalid, requireMethods } from '../../runtime/read-runtime-options.ts';
import type { DiscoveryForm, DiscoveryOptions } from '../tool-discovery.ts';
import { CALL_TOOL } from './call-tool.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import type { DiscoveryParts } from './discovery-parts.ts';
import { SEARCH_TOOL, searchSchema } from './search-tool.ts';

const MAX_LIMIT = 50;
const optionNames: ReadonlySet<string> = new Set<keyof DiscoveryOptions>([
  'finder',
  'pinned',
  'limit',
  'maxFound',
  'form',
]);

/** The options of discovery with their defaults, checked. @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readDiscovery(
  given: DiscoveryOptions | undefined,
  executor: ModelExecutor,
): DiscoveryParts | undefined {
  if (given === undefined) return undefined;
  if (!isPlainObject(given)) throw invalid('discovery', 'must be an object');
  requireKnownOptions(given, optionNames, 'discovery.');
  const { finder, pinned = [], limit = 5, maxFound = 50 } = given;
  requireMethods('discovery.finder', finder, ['find']);
  if (!Array.isArray(pinned) || pinned.some((name) => typeof name !== 'string'))
    throw invalid('discovery.pinned', 'must be an array of names');
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT))
    throw invalid('discovery.limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
  if (!(Number.isInteger(maxFound) && maxFound >= 1))
    throw invalid('discovery.maxFound', 'must be a whole number from 1');
  const form = readForm(given.form, executor);
  return Object.freeze({
    finder,
    pinned: new Set<string>(pinned),
    maxFound,
    form,
    ownNames: Object.freeze(form === 'call' ? [SEARCH_TOOL, CALL_TOOL] : [SEARCH_TOOL]),
    searchSchema: searchSchema(limit),
    cache: new DiscoveryCache(),
  } satisfies DiscoveryParts);
}

function readForm(form: unknown, { loadsFoundTools }: ModelExecutor): DiscoveryForm {
  const canLoad = loadsFoundTools === true;
  if (form === undefined) return canLoad ? 'load' : 'call';
  if (form !== 'load' && form !== 'call' && form !== 'append')
    throw invalid('discovery.form', 'must be load, call or append');
  if (form === 'load' && !canLoad)
    throw invalid(
      'discovery.form',
      'cannot be load: the executor does not load found tools; leave it out, or take call',
    );
  // It would load them all the same.
  if (form === 'append' && canLoad)
    throw invalid(
      'discovery.form',
      'cannot be append: the executor loads found tools; make it with loadsFoundTools: false',
    );
  return form;
}
