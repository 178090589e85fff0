/** A unit: how much of the base unit of its dimension one of it is, and where its zero lies. */
export interface Unit {
  readonly symbol: string;
  readonly dimension: string;
  readonly factor: number;
  /** Added to the value before the factor counts. @default 0 */
  readonly offset?: number;
}

type UnitRow = readonly [names: string, factor: number, offset?: number];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const inch = 0.0254;
const foot = 12 * inch;
const mile = 5_280 * foot;
const gallon = 0.003785411784;
const pound = 0.45359237;

/** The base unit of each dimension has the factor 1. The first name is the symbol. */
const dimensions: Readonly<Record<string, readonly UnitRow[]>> = {
  length: [
    ['m metre meter', 1],
    ['nm nanometre nanometer', 1e-9],
    ['um micrometre micrometer', 1e-6],
    ['mm millimetre millimeter', 1e-3],
    ['cm centimetre centimeter', 1e-2],
    ['km kilometre kilometer', 1e3],
    ['in inch inches', inch],
    ['ft foot feet', foot],
    ['yd yard', 3 * foot],
    ['mi mile', mile],
    ['nmi nautical_mile', 1_852],
    ['au astronomical_unit', 149_597_870_700],
    ['ly light_year', 9_460_730_472_580_800],
  ],
  area: [
    ['m2 square_metre square_meter', 1],
    ['cm2 square_centimetre square_centimeter', 1e-4],
    ['km2 square_kilometre square_kilometer', 1e6],
    ['ha hectare', 1e4],
    ['in2 square_inch square_inches', inch ** 2],
    ['ft2 square_foot square_feet', foot ** 2],
    ['yd2 square_yard', (3 * foot) ** 2],
    ['mi2 square_mile', mile ** 2],
    ['ac acre', mile ** 2 / 640],
  ],
  volume: [
    ['m3 cubic_metre cubic_meter', 1],
    ['l litre liter', 1e-3],
    ['ml millilitre milliliter', 1e-6],
    ['cl centilitre centiliter', 1e-5],
    ['cm3 cubic_centimetre cubic_centimeter', 1e-6],
    ['gal gallon us_gallon', gallon],
    ['qt quart us_quart', gallon / 4],
    ['pt pint us_pint', gallon / 8],
    ['cup us_cup', gallon / 16],
    ['floz fluid_ounce us_fluid_ounce', gallon / 128],
    ['tbsp tablespoon', gallon / 256],
    ['tsp teaspoon', gallon / 768],
    ['imp_gal imperial_gallon', 0.00454609],
    ['imp_pt imperial_pint', 0.00454609 / 8],
  ],
  mass: [
    ['kg kilogram', 1],
    ['g gram', 1e-3],
    ['mg milligram', 1e-6],
    ['ug microgram', 1e-9],
    ['t tonne metric_ton', 1e3],
    ['lb pound', pound],
    ['oz ounce', pound / 16],
    ['st stone', 14 * pound],
    ['ton short_ton us_ton', 2_000 * pound],
  ],
  temperature: [
    ['K kelvin', 1],
    ['C celsius degC', 1, 273.15],
    ['F fahrenheit degF', 5 / 9, 459.67],
    ['R rankine', 5 / 9],
  ],
  time: [
    ['s second sec', 1],
    ['ns nanosecond', 1e-9],
    ['us microsecond', 1e-6],
    ['ms millisecond', 1e-3],
    ['min minute', minute],
    ['h hour hr', hour],
    ['d day', day],
    ['wk week', 7 * day],
    ['yr year julian_year', 365.25 * day],
  ],
  speed: [
    ['m/s metre_per_second meter_per_second mps', 1],
    ['km/h kilometre_per_hour kilometer_per_hour kph kmh', 1e3 / hour],
    ['mph mile_per_hour', mile / hour],
    ['kn knot', 1_852 / hour],
    ['ft/s foot_per_second fps', foot],
  ],
  pressure: [
    ['Pa pascal', 1],
    ['hPa hectopascal mbar millibar', 100],
    ['kPa kilopascal', 1e3],
    ['MPa megapascal', 1e6],
    ['bar', 1e5],
    ['atm atmosphere', 101_325],
    ['psi', 6_894.757293168361],
    ['mmHg torr', 133.322387415],
  ],
  energy: [
    ['J joule', 1],
    ['kJ kilojoule', 1e3],
    ['MJ megajoule', 1e6],
    ['cal calorie', 4.184],
    ['kcal kilocalorie', 4_184],
    ['Wh watt_hour', 3_600],
    ['kWh kilowatt_hour', 3.6e6],
    ['eV electronvolt', 1.602176634e-19],
    ['BTU british_thermal_unit', 1_055.05585262],
  ],
  power: [
    ['W watt', 1],
    ['kW kilowatt', 1e3],
    ['MW megawatt', 1e6],
    ['hp horsepower', 745.6998715822702],
    ['PS metric_horsepower', 735.49875],
  ],
  data: [
    ['B byte', 1],
    ['bit', 1 / 8],
    ['kbit kilobit', 125],
    ['Mbit megabit', 125e3],
    ['Gbit gigabit', 125e6],
    ['kB kilobyte', 1e3],
    ['MB megabyte', 1e6],
    ['GB gigabyte', 1e9],
    ['TB terabyte', 1e12],
    ['PB petabyte', 1e15],
    ['KiB kibibyte', 2 ** 10],
    ['MiB mebibyte', 2 ** 20],
    ['GiB gibibyte', 2 ** 30],
    ['TiB tebibyte', 2 ** 40],
    ['PiB pebibyte', 2 ** 50],
  ],
  angle: [
    ['rad radian', 1],
    ['deg degree', Math.PI / 180],
    ['grad gon', Math.PI / 200],
    ['turn revolution', 2 * Math.PI],
  ],
};

const rows = Object.entries(dimensions).flatMap(([dimension, units]) =>
  units.map(([names, factor, offset]) => {
    const [symbol = '', ...others] = names.split(' ');
    const unit: Unit = { symbol, dimension, factor, ...(offset !== undefined && { offset }) };
    return { unit, others };
  }),
);

/** By symbol, in exactly this spelling: MB is a megabyte and mB nothing. */
const bySymbol: ReadonlyMap<string, Unit> = new Map(rows.map(({ unit }) => [unit.symbol, unit]));

/** By any name in lower case, also in the plural. Symbols of three letters or more are words too: cups, bits. */
const byName: ReadonlyMap<string, Unit> = new Map(
  rows.flatMap(({ unit, others }) => {
    const names = unit.symbol.length < 3 ? others : [unit.symbol, ...others];
    return names.flatMap((name) => spellings(name, unit));
  }),
);

/** The unit of a symbol or a name; words are joined by spaces or underscores. */
export function findUnit(text: string): Unit | undefined {
  const name = text.trim();
  const spelled = name.toLowerCase().replaceAll(' ', '_').replaceAll('²', '2').replaceAll('³', '3');
  return (
    bySymbol.get(name) ??
    bySymbol.get(name.replace('²', '2').replace('³', '3').replace('°', '').replace('µ', 'u')) ??
    byName.get(spelled) ??
    findBySymbolInAnyCase(spelled)
  );
}

/** The symbols of a dimension, or of all. */
export function listUnits(dimension?: string): readonly string[] {
  return rows
    .filter(({ unit }) => dimension === undefined || unit.dimension === dimension)
    .map(({ unit }) => unit.symbol);
}

/** Undefined if two units would be meant, as by `mw`. */
function findBySymbolInAnyCase(spelled: string): Unit | undefined {
  const [found, ...others] = rows.filter(({ unit }) => unit.symbol.toLowerCase() === spelled);
  return others.length === 0 ? found?.unit : undefined;
}

function spellings(name: string, unit: Unit): readonly (readonly [string, Unit])[] {
  const spelled = name.toLowerCase();
  const plural = spelled.includes('_per_') ? spelled.replace('_per_', 's_per_') : `${spelled}s`;
  return [
    [spelled, unit],
    [plural, unit],
  ];
}
