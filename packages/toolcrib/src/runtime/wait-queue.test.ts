import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type QueuePlace, WaitQueue } from './wait-queue.ts';

it('WaitQueue keeps the order of those who have not given up, for any order of operations', () => {
  const steps = fc.array(fc.record({ isAdding: fc.boolean(), choice: fc.nat() }), {
    maxLength: 40,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (sequence) => {
      const queue = new WaitQueue<number>();
      const model: QueuePlace<number>[] = [];

      for (const [index, { isAdding, choice }] of sequence.entries()) {
        const chosen = model[choice % model.length];
        if (isAdding) {
          model.push(queue.add(index));
        } else if (chosen !== undefined) {
          queue.remove(chosen);
          model.splice(model.indexOf(chosen), 1);
        }
        expect(queue.first).toBe(model[0]);
        expect(queue.length).toBe(model.length);
      }

      while (queue.first !== undefined) {
        expect(queue.first).toBe(model.shift());
        queue.remove(queue.first);
      }
      expect(model).toEqual([]);
    }),
  );
});
