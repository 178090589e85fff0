import type { Row } from './lib/section.ts';
import { callRow } from './rows/call.ts';
import { catalogBulkRow } from './rows/catalog-bulk.ts';
import { catalogFeedRow } from './rows/catalog-feed.ts';
import { catalogMemoryRow } from './rows/catalog-memory.ts';
import { catalogOpenRow } from './rows/catalog-open.ts';
import { catalogReadRow } from './rows/catalog-read.ts';
import { catalogRegisterRow } from './rows/catalog-register.ts';
import { coldRow } from './rows/cold.ts';
import { definitionRow } from './rows/definition.ts';
import { doorRow } from './rows/door.ts';
import { ledgerRow } from './rows/ledger.ts';
import { memoryRow } from './rows/memory.ts';
import { parallelRow } from './rows/parallel.ts';
import { renderRow } from './rows/render.ts';
import { serviceCallRow } from './rows/service-call.ts';
import { serviceKillSwitchRow } from './rows/service-kill-switch.ts';
import { serviceListRow } from './rows/service-list.ts';
import { serviceStartRow } from './rows/service-start.ts';
import { serviceThroughputRow } from './rows/service-throughput.ts';
import { turnRow } from './rows/turn.ts';
import { typesRow } from './rows/types.ts';
import { validationRow } from './rows/validation.ts';
import { wholeTurnRow } from './rows/whole-turn.ts';

/** Every row, in the order in which they are run. */
export const rows: readonly Row[] = [
  definitionRow,
  coldRow,
  turnRow,
  renderRow,
  validationRow,
  callRow,
  wholeTurnRow,
  parallelRow,
  ledgerRow,
  catalogReadRow,
  catalogRegisterRow,
  catalogBulkRow,
  catalogMemoryRow,
  catalogOpenRow,
  catalogFeedRow,
  serviceListRow,
  serviceCallRow,
  serviceThroughputRow,
  serviceStartRow,
  serviceKillSwitchRow,
  memoryRow,
  typesRow,
  doorRow,
];
