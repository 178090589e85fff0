// The tools of a shop: two with their definitions in code, and one that exists as plain data until it is bound.
import { defineTool } from 'toolcrib';
import type { ToolSpec } from 'toolcrib/catalog';
import { z } from 'zod';

/** Every refund that was really paid. */
export const payments: string[] = [];

export const searchOrders = defineTool({
  name: 'search_orders',
  version: '1.0.0',
  description: 'Finds orders of a customer.',
  effect: 'read',
  inputSchema: z.object({ customer: z.string() }),
  handler: ({ customer }) => `${customer} has ordered a lamp: ord_1, parcel P7.`,
});

export const refundOrder = defineTool({
  name: 'refund_order',
  version: '1.0.0',
  description: 'Pays an order back.',
  inputSchema: z.object({ orderId: z.string() }),
  handler: ({ orderId }) => {
    payments.push(orderId);
    return `Paid for ${orderId}.`;
  },
});

export const trackParcel: ToolSpec = {
  name: 'track_parcel',
  version: '1.0.0',
  description: 'Says where a parcel is.',
  inputSchema: { type: 'object', properties: { parcel: { type: 'string' } }, required: ['parcel'] },
  outputSchema: {},
};
