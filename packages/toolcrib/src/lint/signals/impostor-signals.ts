import { type Signal, toSignals } from './signal.ts';

/** Text that speaks as the user does, or as somebody who may give orders: a description has no first person. */
export const impostorSignals: readonly Signal[] = toSignals({
  rule: 'instruction-like',
  family: 'impostor',
  deed: 'poses as a message from the user',
  always: {
    10: [
      'history ~1 inside me',
      'task ~3 me ~2 embeds/asks/tells ~1 you',
      'before ~2 you ~4 task ~4 me',
      'inside me ~6 opener you',
    ],
    8: [
      'me ~1 embeds/asks/tells ~1 you',
      'me ~1 must/want/ask you',
      'you ~2 resume ~2 task',
      'me ~1 user ~6 you',
      'me ~3 your user',
      'me ~2 example you',
      'thanks ~1 your user',
    ],
    6: ['authority/user ~3 must/want you', 'opener colon ~1 model'],
    4: [
      'note ~1 inside ~1 user',
      'before ~1 you ~1 resume',
      'must ~2 after first',
      'thanks & you & me',
      'me ~1 new? request',
      'me ~4 you',
      'you ~4 me',
    ],
  },
});
