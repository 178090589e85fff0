import type { SchemaCost } from '../dialect/dialect.ts';
import {
  anthropicDialect,
  anthropicStrictDialect,
  bedrockDialect,
  bedrockStrictDialect,
  type Dialect,
  geminiDialect,
  geminiOpenApiDialect,
  openaiDialect,
  openaiStrictDialect,
} from '../dialect/dialects.ts';
import type { WireNameProvider } from './wire-name.ts';

/** What the strict tools of one request may have together. */
export type StrictBudget = Readonly<Partial<Record<'tools' | keyof SchemaCost, number>>>;

/** What a provider wants of the tools of a request. */
export interface ProviderRules {
  readonly provider: string;
  readonly names: WireNameProvider;
  readonly maxTools: number;
  readonly dialect: Dialect;
  /** Undefined where a provider enforces no schema of a tool. */
  readonly strict: StrictRules | undefined;
}

/** What a provider wants of strict tools. */
export interface StrictRules {
  readonly dialect: Dialect;
  /** What one tool may have. */
  readonly limits: Readonly<Partial<SchemaCost>>;
  /** What all of them may have together. */
  readonly budget: StrictBudget;
}

/** No limit is published. */
const MANY = 10_000;

const openaiStrict: StrictRules = {
  dialect: openaiStrictDialect,
  limits: { properties: 5_000, depth: 10, enumValues: 1_000, textLength: 120_000 },
  budget: {},
};

/** The rules of the providers, as they publish them. All decisions are made from these. */
export const providerRules = {
  anthropic: {
    provider: 'anthropic',
    names: 'anthropic',
    maxTools: MANY,
    dialect: anthropicDialect,
    strict: {
      dialect: anthropicStrictDialect,
      limits: {},
      budget: { tools: 20, optionalParameters: 24, unions: 16 },
    },
  },
  openaiChat: {
    provider: 'openai-chat',
    names: 'openai',
    maxTools: 128,
    dialect: openaiDialect,
    strict: openaiStrict,
  },
  openaiResponses: {
    provider: 'openai-responses',
    names: 'openai',
    maxTools: 128,
    dialect: openaiDialect,
    strict: openaiStrict,
  },
  gemini: {
    provider: 'gemini',
    names: 'gemini',
    maxTools: 512,
    dialect: geminiDialect,
    strict: undefined,
  },
  /** For models and gateways that know `parameters` only. */
  geminiOpenApi: {
    provider: 'gemini',
    names: 'gemini',
    maxTools: 512,
    dialect: geminiOpenApiDialect,
    strict: undefined,
  },
  bedrock: {
    provider: 'bedrock',
    names: 'bedrock',
    maxTools: MANY,
    dialect: bedrockDialect,
    strict: {
      dialect: bedrockStrictDialect,
      limits: {},
      budget: { tools: 20, optionalParameters: 24, unions: 16 },
    },
  },
} as const satisfies Record<string, ProviderRules>;
