import { describe, expect, it, vi } from 'vitest';
import { Watchers } from './watchers.ts';

describe('Watchers', () => {
  it('wakes a function as often as it was added, until each is removed', () => {
    const watchers = new Watchers();
    const wake = vi.fn();
    const remove = watchers.add(wake);
    watchers.add(wake);

    watchers.wakeAll();
    remove();
    remove();
    watchers.wakeAll();

    expect(wake).toHaveBeenCalledTimes(3);
    expect(watchers.size).toBe(1);
  });

  it('wakes the others when one throws', () => {
    const watchers = new Watchers();
    const wake = vi.fn();
    watchers.add(() => {
      throw new Error('Not me.');
    });
    watchers.add(wake);

    watchers.wakeAll();

    expect(wake).toHaveBeenCalledOnce();
  });

  it('wakes nobody whom another one has just removed or added', () => {
    const watchers = new Watchers();
    const [removed, added] = [vi.fn(), vi.fn()];
    watchers.add(() => {
      remove();
      watchers.add(added);
    });
    const remove = watchers.add(removed);

    watchers.wakeAll();

    expect(removed).not.toHaveBeenCalled();
    expect(added).not.toHaveBeenCalled();
  });
});
