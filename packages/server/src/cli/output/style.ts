import pico from 'picocolors';

/** Gives a text a colour, or nothing where colours are off. */
export type Paint = (text: string) => string;

/** The few colours that are used. They only repeat what the words say. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly warning: Paint;
  readonly bad: Paint;
  readonly accent: Paint;
}

/** Colours for a terminal; `NO_COLOR` switches them off and `FORCE_COLOR` on, as everywhere. */
export function createStyle(
  sink: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const { bold, dim, green, yellow, red, cyan } = pico.createColors(hasColors(sink, env));
  return { bold, dim, good: green, warning: yellow, bad: red, accent: cyan };
}

function hasColors(
  sink: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (isSet(env.NO_COLOR)) return false;
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0';
  return sink.isTTY && env.TERM !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
