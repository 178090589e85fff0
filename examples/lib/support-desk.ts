// The tools of a support desk: what its agent may ask for. Some of them misbehave on purpose.
import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';

const orders: Readonly<Record<string, number>> = { ord_1: 40, ord_2: 12.5, ord_3: 7 };
const orderId = z.string().regex(/^ord_[0-9]+$/);

/** What the tools have done to the world. */
export interface Desk {
  /** How many orders were looked up at the same time, at most. */
  mostLookups: number;
  /** Every refund that was really paid. */
  readonly payments: string[];
}

/** The tools of one desk. Each writes into `desk` what it does. */
export function deskTools(desk: Desk) {
  let lookups = 0;

  const findOrder = defineTool({
    name: 'find_order',
    description: 'The price of an order.',
    effect: 'read',
    inputSchema: z.object({ orderId, currency: z.enum(['EUR', 'CHF']).default('EUR') }),
    handler: async ({ orderId, currency }) => {
      lookups++;
      desk.mostLookups = Math.max(desk.mostLookups, lookups);
      // Gives the other lookups of the turn their chance to start.
      await Promise.resolve();
      lookups--;
      const price = orders[orderId];
      if (price === undefined) throw new ToolError(`There is no order ${orderId}. Ask the customer for it.`);
      return `${orderId} was ${price} ${currency}`;
    },
  });

  const checkStock = defineTool({
    name: 'check_stock',
    description: 'Whether a product is in the warehouse.',
    effect: 'read',
    timeoutMs: 100,
    inputSchema: z.object({ product: z.string() }),
    handler: () => new Promise<string>(() => undefined),
  });

  const loadCustomer = defineTool({
    name: 'load_customer',
    description: 'What we know of a customer.',
    effect: 'read',
    inputSchema: z.object({ name: z.string() }),
    handler: () => {
      throw new Error('connect postgres://desk:hunter2@db.internal/crm failed');
    },
  });

  const refundOrder = defineTool({
    name: 'refund_order',
    description: 'Pays an order back to its customer.',
    effect: 'destructive',
    requires: ['orders:refund'],
    inputSchema: z.object({ orderId, amount: z.number().positive() }),
    handler: ({ orderId, amount }) => {
      desk.payments.push(`${orderId} ${amount}`);
      return `Paid ${amount} for ${orderId}.`;
    },
  });

  const exportTickets = defineTool({
    name: 'export_tickets',
    description: 'Every ticket of this year, one per line.',
    effect: 'read',
    inputSchema: z.object({}),
    handler: () => Array.from({ length: 10_000 }, (_, index) => `ticket ${index + 1}: closed`).join('\n'),
  });

  return [findOrder, checkStock, loadCustomer, refundOrder, exportTickets];
}

/** Sends a parcel, and says so to whoever watches; it comes to no end by itself. */
export const sendParcel = defineTool({
  name: 'send_parcel',
  description: 'Sends a replacement to the customer.',
  effect: 'write',
  inputSchema: z.object({ orderId }),
  handler: () => {
    console.log('the parcel is on its way');
    return new Promise<string>(() => undefined);
  },
});
