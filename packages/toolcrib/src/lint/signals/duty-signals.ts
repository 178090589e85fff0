import { type Signal, toSignals } from './signal.ts';

const rule = 'instruction-like';

/**
 * Text that makes something else than the tool's own work a duty of the model, and what such texts bring forward for it.
 * An honest description may have one of these; an attack has several.
 */
export const dutySignals: readonly Signal[] = [
  ...toSignals({
    rule,
    family: 'duty',
    deed: 'makes an action a duty that is not the work of the tool',
    always: {
      8: [
        '^ must -1 send -10 automatic',
        '^ automatic send -10 url/link',
        'startup & embed/embeds/read/call/alter/delete & must/you',
        'you & must & pretext & command',
        'must & read/reads & path & embed/send & argument',
      ],
      5: [
        'after/before ~1 you ~1 call/calls ~2 this ~1 tool ~2 you/model ~1 must +2 call',
        'must +2 call ~5 command',
        'command ~6 must ~2 calls',
        'you/model ~1 must +3 visit/send/read ~8 url',
        'you/model ~1 must +2 delete ~8 all/path/strong/startup',
        'you ~1 must +1 halt',
      ],
      4: [
        'must also/first ~1 call ~2 toolName/identifier/argument/command',
        'before ~3 you/model ~1 must +2 call ~2 toolName/identifier/argument',
        'you/model ~1 must +3 visit/read/delete/send/embed ~4 path/url/endpoint',
        'must +1 call ~1 after',
        'when ~2 user ~16 alters',
        'after ~1 calls ~4 tool ~6 call ~1 this',
        'must +2 read/visit/send ~2 url',
        'terminal & call/calls & first/must',
        'toolName/identifier/argument must ~1 calls',
        'must ~1 obeys ~3 call/calls',
        'before ~6 first/must ~1 read ~5 path',
        'after ~1 all ~3 call/calls ~3 this tool must',
        'must +1 call ~3 toolName/identifier/argument ~2 after',
      ],
      3: [
        'you/model ~1 must +2 call ~2 toolName/identifier/argument/command',
        'must +1 call ~6 rival/instead',
        'must +3 call ~3 toolName ~8 instead/rival',
        'you/model ~1 must also',
        'startup',
        'must +4 call ~2 toolName/identifier',
        'before ~1 call ~1 toolName/identifier',
        'before ~1 calls ~2 tool ~2 call ~1 toolName/identifier/argument',
        'first ~1 embed/send/call ~8 toolName/identifier',
        'must +3 read/visit/send/sends ~6 toolName/identifier/url',
        'before ~3 first ~1 call ~2 toolName/identifier/argument',
      ],
    },
    addressed: { 5: ['embed/alter ~6 startup'] },
  }),
  ...toSignals({
    rule,
    family: 'pretext',
    deed: 'gives a pretext for what it asks',
    always: {
      4: [
        'opener ~6 pretext ~8 you/model ~1 must',
        'opener ~6 reason ~6 you/model ~1 must',
        'opener ~2 guard ~4 you/model ~1 must',
        'opener ~6 pretext ~8 first ~1 embed/send/call/read',
      ],
      3: [
        'must/ensure -3 pretext ~8 $',
        'must +8 must/ensure -3 pretext',
        'partner & you/must & user/all',
        'our ~1 pretext',
        'must unknown guard',
        'directive must you',
      ],
    },
  }),
  ...toSignals({
    rule,
    family: 'scope',
    deed: 'claims to be about every request',
    always: {
      3: ['must +2 opener all ~5 request/calls', 'all ~5 request ~1 must', '^ this ~1 must opener all'],
    },
  }),
  ...toSignals({
    rule,
    family: 'threat',
    deed: 'says what happens to whoever does not obey',
    always: {
      3: ['failed ~2 obey', 'unless ~3 tool ~2 not', 'unless ~6 failed', 'without ~2 this ~6 failed'],
    },
  }),
  ...toSignals({
    rule,
    family: 'speech',
    deed: 'says what the model is to tell the user',
    always: {
      8: ['resume ~1 all ~1 answer'],
      5: [
        'must +12 tell ~2 user/them ~8 failed',
        'must +16 state/tell/show/announce ~5 quotation',
        'must +12 user know ~8 failed',
        'must +5 answer ~5 quotation',
        'must +12 tell/show/state/announce ~3 user colon',
        'partner & must & history',
        'all ~1 answer ~2 must',
        'answer opener ~1 user this',
      ],
      4: [
        'tell ~2 user ~8 failed',
        'tell -1 user this not',
        'must +16 show ~4 opener ~8 user',
        'must +16 state/announce ~1 must/note',
        'show/tell/state/announce ~2 user ~4 colon',
        'announce ~1 colon',
        'your ~1 answer ~3 example',
        'must ~1 prefers/shows ~2 user',
        'must tell ~1 user this',
        'announce ~1 user',
        'user know ~8 failed',
        'state/tell/announce ~5 quotation',
        'show ~4 opener ~1 quotation',
      ],
      3: ['answer must', 'answer ~5 quotation'],
    },
  }),
];
