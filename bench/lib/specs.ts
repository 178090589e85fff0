import type { ToolSpec } from 'toolcrib/catalog';
import { createDefinition } from './definitions.ts';

const services = ['billing', 'crm', 'helpdesk', 'shop', 'calendar', 'drive', 'planner', 'chat'];
const verbs = ['find', 'create', 'update', 'archive', 'share', 'export'];

/** The spec of that number, as a program gets it from a file or a request: about 600 bytes of JSON. */
export function createSpec(index: number): ToolSpec {
  return JSON.parse(createSpecText(index));
}

export function createSpecs(count: number, first = 0): ToolSpec[] {
  return Array.from({ length: count }, (_, index) => createSpec(first + index));
}

/** The JSON text of {@link createSpec}. */
export function createSpecText(index: number): string {
  const { description, json } = createDefinition(index);
  const service = services[index % services.length] ?? '';
  const verb = verbs[index % verbs.length] ?? '';
  const spec: ToolSpec = {
    name: `${service}_${verb}_${index}`,
    version: `1.${index % 10}.0`,
    description,
    inputSchema: json as ToolSpec['inputSchema'],
    outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    tags: [service, verb],
  };
  return JSON.stringify(spec);
}
