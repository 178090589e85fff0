/** What is known of a format whatever validator enforces it. */
interface KnownFormat {
  /** Texts that every validator accepts. */
  readonly valid: RegExp;
  /** No validator accepts another text. */
  readonly possible: RegExp;
  /** Texts that are valid. */
  readonly samples: readonly string[];
}

const email: KnownFormat = {
  valid: /^[a-z]{1,20}@[a-z]{1,20}\.(?:com|org)$/,
  possible: /^.+@.+$/s,
  samples: ['a@a.com', 'abc@example.com'],
};
const hostname: KnownFormat = {
  valid: /^[a-z]{1,20}\.(?:com|org)$/,
  possible: /^\S+$/,
  samples: ['a.com', 'example.com'],
};
const uri: KnownFormat = {
  valid: /^https:\/\/[a-z]{1,20}\.(?:com|org)\/?$/,
  possible: /^[A-Za-z][A-Za-z0-9+.-]*:/,
  samples: ['https://example.com', 'https://example.com/'],
};
const reference: KnownFormat = { ...uri, possible: /^/ };

/** The formats of texts that JSON Schema defines. Validators differ about texts in between, so nothing is said of these. */
const knownFormats: ReadonlyMap<string, KnownFormat> = new Map<string, KnownFormat>([
  [
    'date',
    {
      valid: /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
      possible: /^\d{4}-\d\d-\d\d$/,
      samples: ['2026-01-01'],
    },
  ],
  [
    'date-time',
    {
      valid: /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
      possible: /^\d{4}-\d\d-\d\d[Tt\s]\d\d:\d\d/,
      samples: ['2026-01-01T00:00:00Z'],
    },
  ],
  ['time', { valid: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/, possible: /^\d\d:\d\d/, samples: ['00:00:00Z'] }],
  ['duration', { valid: /^P[1-9]D$/, possible: /^P/, samples: ['P1D'] }],
  ['email', email],
  ['idn-email', email],
  ['hostname', hostname],
  ['idn-hostname', hostname],
  [
    'ipv4',
    {
      valid: /^(?:\d|[1-9]\d)(?:\.(?:\d|[1-9]\d)){3}$/,
      possible: /^[\d.]{7,15}$/,
      samples: ['1.1.1.1', '10.0.0.1'],
    },
  ],
  ['ipv6', { valid: /^2001:db8::[1-9]$/, possible: /:/, samples: ['2001:db8::1'] }],
  ['uri', uri],
  ['iri', uri],
  ['uri-reference', reference],
  ['iri-reference', reference],
  [
    'uuid',
    {
      valid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      possible: /[0-9A-Fa-f-]{32,}/,
      samples: ['01234567-89ab-4cde-8f01-23456789abcd'],
    },
  ],
  ['json-pointer', { valid: /^(?:\/[a-z]{1,20})+$/, possible: /^(?:\/|$)/, samples: ['/a'] }],
  ['relative-json-pointer', { valid: /^\d\/[a-z]{1,20}$/, possible: /^\d/, samples: ['0/a'] }],
]);

/** Whether a format is one of texts, so that all other values satisfy it. Of a format that nobody defines, that is unknown. */
export function isTextFormat(format: string): boolean {
  return knownFormats.has(format);
}

/** Whether a text satisfies a format; undefined where validators may differ. */
export function judgeFormat(format: string, text: string): boolean | undefined {
  const known = knownFormats.get(format);
  if (known === undefined) return undefined;
  if (!known.possible.test(text)) return false;
  return known.valid.test(text) ? true : undefined;
}

/** A few texts that satisfy a format. */
export function listFormatSamples(format: string): readonly string[] {
  return knownFormats.get(format)?.samples ?? [];
}
