import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleTool } from '../stores/testkit/sample-tool.ts';
import { SortedRegistrations } from './sorted-registrations.ts';
import type { ToolRegistration } from './tool-registration.ts';
import { currentOf, toRegistration } from './tool-state.ts';

function registrationOf(name: string): ToolRegistration | undefined {
  const state = sampleTool({ name });
  const current = currentOf(state);
  return current && toRegistration(state, current);
}

it('is in the order of code units whenever it is asked, after few changes and after many', () => {
  const anyName = fc.stringMatching(/^[abA\uff21\u{1f9f0}]{1,3}$/u);
  const anyChange = fc.tuple(anyName, fc.boolean());
  const anyBatch = fc.oneof(fc.array(anyChange), fc.array(anyChange, { minLength: 80, maxLength: 120 }));

  fc.assert(
    fc.property(fc.array(anyBatch, { maxLength: 6 }), (batches) => {
      const registrations = new SortedRegistrations();
      const expected = new Map<string, ToolRegistration>();
      for (const batch of batches) {
        for (const [name, isThere] of batch) {
          const registration = isThere ? registrationOf(name) : undefined;
          registrations.set(name, registration);
          if (registration === undefined) expected.delete(name);
          else expected.set(name, registration);
        }
        const names = [...expected.keys()].sort();
        expect(registrations.sorted()).toEqual(names.map((name) => expected.get(name)));
        for (const [index, name] of names.entries()) {
          expect(registrations.indexOf(name)).toBe(index);
          expect(registrations.get(name)).toBe(expected.get(name));
        }
      }
    }),
  );
});

it('says where a name would be', () => {
  const registrations = new SortedRegistrations();
  for (const name of ['d', 'b']) registrations.set(name, registrationOf(name));

  expect(['a', 'b', 'c', 'd', 'e'].map((name) => registrations.indexOf(name))).toEqual([0, 0, 1, 1, 2]);
});
