import { defineTool, type Tool } from 'toolcrib';

interface Action {
  readonly verb: string;
  readonly effect: 'read' | 'write' | 'destructive';
  readonly says: (thing: string) => string;
}

const actions: readonly Action[] = [
  { verb: 'list', effect: 'read', says: (thing) => `Lists ${thing}s, page by page.` },
  { verb: 'get', effect: 'read', says: (thing) => `Reads one ${thing} by its id.` },
  { verb: 'find', effect: 'read', says: (thing) => `Finds ${thing}s by words in any of their fields.` },
  { verb: 'create', effect: 'write', says: (thing) => `Creates a new ${thing}.` },
  { verb: 'update', effect: 'write', says: (thing) => `Changes fields of a ${thing}.` },
  { verb: 'approve', effect: 'write', says: (thing) => `Approves a ${thing} that waits for a decision.` },
  { verb: 'hold', effect: 'write', says: (thing) => `Puts a ${thing} on hold until a date.` },
  { verb: 'export', effect: 'read', says: (thing) => `Exports ${thing}s as a spreadsheet.` },
  { verb: 'archive', effect: 'write', says: (thing) => `Moves a ${thing} to the archive.` },
  { verb: 'delete', effect: 'destructive', says: (thing) => `Deletes a ${thing} for good.` },
];

const things = [
  'contact, company, deal, quote, order, invoice, payment, refund, subscription, product, price list, discount',
  'shipment, parcel, warehouse, stock item, supplier, purchase order, contract, budget, expense, receipt',
  'employee, candidate, interview, vacation request, payslip, team, shift, training, badge, workplace',
  'ticket, incident, change request, server, database, deployment, alert, certificate, feature flag, log stream',
  'campaign, newsletter, survey, web page, press release, event, sponsor, keyword',
].flatMap((line) => line.split(', '));

const places = ['eu', 'us', 'uk', 'jp', 'br', 'in', 'au', 'za', 'mx', 'se'];

/** The tools of a company that has connected everything: 5,000 of them, ten for each kind of record in ten places. */
export function companyTools(onCall: (name: string, args: unknown) => string): Tool[] {
  return places.flatMap((place) =>
    things.flatMap((thing) => actions.map((action) => companyTool({ place, thing, action, onCall }))),
  );
}

interface CompanyTool {
  readonly place: string;
  readonly thing: string;
  readonly action: Action;
  readonly onCall: (name: string, args: unknown) => string;
}

function companyTool({ place, thing, action, onCall }: CompanyTool): Tool {
  const name = `${place}_${action.verb}_${thing.replaceAll(' ', '_')}`;
  return defineTool({
    name,
    description: `${action.says(thing)} In the systems of ${place.toUpperCase()}.`,
    effect: action.effect,
    tags: [place, thing],
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: `The id of the ${thing}` },
        until: { type: 'string', format: 'date', description: 'A date, as in 2027-01-31' },
        fields: { type: 'object', description: `What is known of the ${thing}, by field` },
        note: { type: 'string', description: 'A remark for the history' },
      },
      additionalProperties: false,
    },
    handler: (args) => onCall(name, args),
  });
}
