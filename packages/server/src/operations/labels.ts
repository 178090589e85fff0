import type { CallStatus } from 'toolcrib/runtime';

/** Stands for everything that has no label of its own. */
const OTHER = 'other';
const MAX_TENANTS = 1_000;
const MAX_TOOLS = 2_000;
/** More than there are operations; a name beyond it is a mistake. */
const MAX_ROUTES = 500;

type ToolOfCall = {
  readonly tenant: string;
  readonly toolName: string;
  readonly status?: CallStatus | undefined;
};

/** Chooses labels so that there are never more than a known number of them. */
export interface Labels {
  tenant(name: string): string;
  tool(call: ToolOfCall): string;
  route(id: string): string;
  status(status: number): string;
}

/** What decides over labels of tools. */
export interface LabelOptions {
  readonly isTool?: ((tenant: string, name: string) => boolean) | undefined;
  readonly maxTools?: number | undefined;
}

/** Labels for at most so many tools. */
export function createLabels({ isTool = () => true, maxTools = MAX_TOOLS }: LabelOptions): Labels {
  const tenants = new Set<string>();
  const tools = new Set<string>();
  const routes = new Set<string>();
  return {
    tenant: (name) => (take(tenants, name, MAX_TENANTS) ? name : OTHER),
    tool: ({ tenant, toolName, status }) => {
      // A model can make up any number of names; those of tools are the catalogue's.
      if (status === 'unknown_tool' || !isTool(tenant, toolName)) return OTHER;
      return take(tools, JSON.stringify([tenant, toolName]), maxTools) ? toolName : OTHER;
    },
    route: (id) => (take(routes, id, MAX_ROUTES) ? id : OTHER),
    status: (status) => (Number.isInteger(status) && status >= 100 && status <= 599 ? String(status) : OTHER),
  };
}

function take(known: Set<string>, value: string, max: number): boolean {
  if (known.has(value)) return true;
  if (known.size >= max) return false;
  known.add(value);
  return true;
}
