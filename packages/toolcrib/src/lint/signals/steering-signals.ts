import { type Signal, toSignals } from './signal.ts';

const rule = 'instruction-like';

/** Text that takes decisions away from the user, or from whoever runs the model. */
export const steeringSignals: readonly Signal[] = [
  ...toSignals({
    rule,
    family: 'address',
    deed: 'gives orders to the model',
    always: {
      4: ['model & must & argument', 'model & embed & argument'],
      3: ['model -2 must', 'must -2 model', 'model -1 not'],
    },
  }),
  ...toSignals({
    rule,
    family: 'preference',
    deed: 'pushes itself or a product in front of others',
    always: {
      10: [
        'must -1 choose/prefer ~3 tool ~2 priority ~3 all/other',
        'choose/prefer/call ~2 this ~2 tool ~14 regardless -4 user',
        'refuse ~3 call ~3 them/other/rival',
        'belittle ~4 rival/other',
      ],
      8: [
        'all ~3 request ~4 call ~1 this ~1 tool ~6 regardless',
        'call ~1 this tool ~1 first ~3 regardless',
        'model ~6 overrides ~3 directive',
        'you ~1 must ~1 choose ~1 this ~4 all',
        'must ~1 choose ~1 this ~3 all ~1 user',
        'promote ~6 first ~8 rival/faulty/other',
        'only ~3 tool ~4 model/you ~3 must',
        'other ~2 deprecated/faulty ~6 refuse/refuses/not',
      ],
      5: [
        'this tool ~2 must ~2 calls ~2 before ~2 all ~2 tool/answer/request',
        '^ must ~1 calls ~1 before ~1 all ~2 tool/answer/request',
        'all ~3 request ~4 call ~1 this ~1 tool',
        'must ~2 choose ~2 this',
        'promote ~4 first',
        'rival ~3 faulty',
        'show ~3 rival ~2 faulty',
        'must ~4 prefers',
        'prefer/promote ~1 our',
      ],
    },
  }),
  ...toSignals({
    rule,
    family: 'tampering',
    deed: 'decides what the user is to decide',
    always: {
      8: [
        'regardless & must/assign/embed & url/bank/elevated',
        'assign ~4 elevated ~6 regardless/must/all',
        'assign/must ~8 regardless ~4 request/asks',
        'must ~1 embed ~2 url ~4 target',
        'must -1 embed -1 url',
        'target ~6 must ~4 url/bank',
        'must/all ~4 assigns/assign ~4 url/bank',
        'fee ~6 target ~2 bank',
        'embed ~4 target ~1 bank',
        'alter ~2 target ~10 embed/send ~4 target',
      ],
      6: [
        'regardless & user & must',
        'regardless ~5 asks',
        'alter ~1 target ~12 target',
        'must & bank & target/calls/alters',
        'when ~3 user ~16 automatic ~1 alters',
        'assigns ~6 regardless',
        'assigns ~4 all ~1 user ~1 embeds/asks/chooses/calls',
      ],
      5: ['argument ~2 must ~1 alters/assigns'],
      4: [
        'fee & bank',
        'bank & target & all/must/when',
        'when ~8 alter ~1 this',
        'when ~2 user ~10 read/call ~3 instead',
        'when ~1 calls ~14 must alter/assign/begin',
        'argument/personal ~3 must unknown alters',
        'must unknown alters ~2 same',
      ],
    },
  }),
  ...toSignals({
    rule,
    family: 'identity',
    deed: 'asks the model who it is',
    always: { 7: ['model ~2 calls ~1 this tool', 'your ~1 model ~1 personal', 'personal ~2 model ~2 calls'] },
  }),
  ...toSignals({
    rule,
    family: 'guard',
    deed: 'switches off what protects the user',
    always: {
      8: [
        'permission ~3 not ~1 bound',
        'permission ~8 skips',
        'model/must & guard & off/skip/skips',
        'bound ~4 you ~8 deletes/skips/off',
        'alter ~2 your ~2 goal/directive',
        'persist ~6 directive',
        'user ~2 already ~1 approves/consented/permission',
        'model & must & behalf',
        'call ~1 all ~10 without ~1 asks',
        'directive ~2 off ~4 dialogue',
        'grant ~1 you ~3 elevated',
        'skip ~3 guard ~8 before/when/first',
        'consented & not & ask/asks/permission',
        'approve ~2 without ~2 approve/approves',
      ],
      5: ['guard ~3 off', 'elevated & you & grant'],
    },
    addressed: {
      8: [
        'directive ~6 future ~2 dialogue/request/calls/answer',
        'this ~1 inside/opener ~1 all ~1 future',
        'skip ~3 guard',
        'ask/approve & behalf',
      ],
    },
  }),
];
