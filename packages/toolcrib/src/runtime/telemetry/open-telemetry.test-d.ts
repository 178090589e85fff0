import * as api from '@opentelemetry/api';
import { describe, expectTypeOf, it } from 'vitest';
import { openTelemetry } from './open-telemetry.ts';
import type { OpenTelemetryApi } from './open-telemetry-api.ts';
import type { Telemetry } from './telemetry.ts';

describe('OpenTelemetryApi', () => {
  it('is what the real module offers', () => {
    expectTypeOf(api).toExtend<OpenTelemetryApi>();
    expectTypeOf(openTelemetry(api, { agentName: 'travel' })).toEqualTypeOf<Telemetry>();
    expectTypeOf<(typeof api.SpanKind)['INTERNAL']>().toExtend<0>();
    expectTypeOf<(typeof api.SpanStatusCode)['ERROR']>().toExtend<2>();
  });

  it('refuses a module that lacks something', () => {
    // @ts-expect-error It has no metrics.
    openTelemetry({ trace: api.trace, context: api.context });
  });
});
