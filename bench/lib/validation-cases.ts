import { z } from 'zod';

/** The same schema as JSON and as Zod, with inputs that it accepts. */
export interface ValidationCase {
  readonly json: Record<string, unknown>;
  readonly zod: z.ZodType;
  readonly inputs: readonly unknown[];
}

/** Inputs are taken in turn: their number is a power of two, and each has other texts and numbers. */
export const INPUT_COUNT = 8;

export const caseNames = ['5 flat fields', '40 nested fields'] as const;

export type CaseName = (typeof caseNames)[number];

export function createCase(name: CaseName): ValidationCase {
  const createInput = name === '5 flat fields' ? createFlatInput : createNestedInput;
  const zod = createZodSchema(name);
  const { $schema: _, ...json } = z.toJSONSchema(zod);
  const inputs = Array.from({ length: INPUT_COUNT }, (_unused, index) => createInput(index));
  // Parsed, as the arguments of a call are.
  return { json, zod, inputs: JSON.parse(JSON.stringify(inputs)) };
}

/** The Zod schema of a case, made anew. */
export function createZodSchema(name: CaseName): z.ZodType {
  return name === '5 flat fields' ? createFlatSchema() : createNestedSchema();
}

function createFlatSchema() {
  return z.strictObject({
    city: z.string().min(1),
    days: z.number().min(1).max(14),
    unit: z.enum(['celsius', 'fahrenheit']),
    hourly: z.boolean(),
    tags: z.array(z.string()),
  });
}

function createFlatInput(index: number): unknown {
  const unit = index % 2 === 0 ? 'celsius' : 'fahrenheit';
  return {
    city: `Rome ${index}`,
    days: index + 1,
    unit,
    hourly: index % 3 === 0,
    tags: [`t${index}`, 'all'],
  };
}

/** Leaves: 5 of the order, 8 + 6 of the customer, 8 of the shipping, 8 of an item, 5 of the payment. */
function createNestedSchema() {
  const createAddress = () =>
    z.strictObject({
      street: z.string().min(1),
      city: z.string().min(1),
      postcode: z.string().min(3).max(12),
      country: z.string().length(2),
      location: z.strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      }),
    });
  return z.strictObject({
    id: z.string().min(1),
    status: z.enum(['open', 'paid', 'sent', 'closed']),
    currency: z.string().length(3),
    total: z.number().min(0),
    isGift: z.boolean(),
    customer: z.strictObject({
      id: z.string(),
      name: z.string().min(1),
      email: z.string().min(3),
      age: z.number().min(0).max(150),
      isCompany: z.boolean(),
      tags: z.array(z.string()),
      language: z.enum(['en', 'de', 'fr', 'it']),
      note: z.string().optional(),
      address: createAddress(),
    }),
    shipping: z.strictObject({
      method: z.enum(['post', 'courier', 'pickup']),
      cost: z.number().min(0),
      address: createAddress(),
    }),
    items: z.array(
      z.strictObject({
        sku: z.string().min(1),
        title: z.string(),
        quantity: z.number().min(1),
        price: z.number().min(0),
        discount: z.number().min(0).max(1),
        attributes: z.strictObject({ color: z.string(), size: z.string(), weight: z.number().min(0) }),
      }),
    ),
    payment: z.strictObject({
      provider: z.string(),
      reference: z.string(),
      isCaptured: z.boolean(),
      amount: z.number().min(0),
      attempts: z.number().min(0),
    }),
  });
}

function createNestedInput(index: number): unknown {
  const location = { latitude: 41 + index, longitude: 12 + index };
  const address = { street: `Via ${index}`, city: 'Rome', postcode: '00184', country: 'IT', location };
  const attributes = { color: 'red', size: `size ${index}`, weight: 1.5 };
  return {
    id: `order-${index}`,
    status: ['open', 'paid', 'sent', 'closed'][index % 4],
    currency: 'EUR',
    total: 10.5 * index,
    isGift: index % 2 === 0,
    customer: {
      id: `customer-${index}`,
      name: 'Ada',
      email: 'ada@example.org',
      age: 30 + index,
      isCompany: false,
      tags: ['new', `tag ${index}`],
      language: 'it',
      note: 'rings twice',
      address,
    },
    shipping: { method: 'post', cost: 4.9, address },
    items: [{ sku: `sku-${index}`, title: 'Paint', quantity: 2, price: 5.25, discount: 0.1, attributes }],
    payment: { provider: 'bank', reference: `r${index}`, isCaptured: true, amount: 10.5, attempts: 1 },
  };
}
