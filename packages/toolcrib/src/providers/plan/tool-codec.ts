import type { JsonObject } from '../../core/json.ts';
import { toArgumentsObject } from '../arguments-object.ts';
import type { ArgumentsCodec } from '../dialect/dialect.ts';
import type { WireNames } from './wire-names.ts';

/** Between our names and arguments and those on the wire. Comes with a rendering of tools. */
export interface ToolCodec {
  /** The tool that a wire name stands for; a name that stands for none is given back as it is. */
  toToolName(wireName: string): string;
  /** The name on the wire, legal for the provider whatever it is made from. */
  toWireName(tool: string): string;
  /**
   * The arguments as the tool's own schema means them, from JSON text or an object. What cannot be read is
   * given back as it came: the call path says what is wrong with it.
   */
  decodeArguments(tool: string, args: unknown): unknown;
  /** The reverse, for calls that are told again in a conversation. */
  encodeArguments(tool: string, args: JsonObject): JsonObject;
}

export function createToolCodec(names: WireNames, codecs: ReadonlyMap<string, ArgumentsCodec>): ToolCodec {
  return Object.freeze({
    toToolName: (wireName: string) => names.toToolName(wireName),
    toWireName: (tool: string) => names.toWireName(tool),
    decodeArguments(tool: string, args: unknown) {
      const codec = codecs.get(tool);
      const object = codec === undefined ? undefined : toArgumentsObject(args);
      return codec === undefined || object === undefined ? args : codec.decode(object);
    },
    encodeArguments: (tool: string, args: JsonObject) => codecs.get(tool)?.encode(args) ?? args,
  });
}
