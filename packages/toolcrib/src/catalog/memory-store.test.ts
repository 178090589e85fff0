import { describe, it } from 'vitest';
import { describeCatalogStore } from '../stores/testkit/index.ts';
import { memoryStore } from './memory-store.ts';

describeCatalogStore('a catalogue store in memory', () => ({ store: memoryStore() }), { describe, it });
