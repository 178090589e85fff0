import { bodyOf, call, resultOf, type ScriptStep } from './exchanges.ts';

/** What the script does about a question that it does not know: it looks it up and quotes what it finds. */
export function freeSteps(question: string): readonly ScriptStep[] {
  return [
    () => ({ text: '', calls: [call('search_notes', { query: question.slice(0, 200) || '?', limit: 1 })] }),
    (exchanges) => {
      const [, id] = /^([\w-]+):/.exec(bodyOf(resultOf(exchanges, 'search_notes'))) ?? [];
      return id === undefined
        ? { text: 'The notes say nothing about that.' }
        : { text: '', calls: [call('read_document', { id })] };
    },
    (exchanges) => {
      const [title = '', text = ''] = bodyOf(resultOf(exchanges, 'read_document')).split('\n\n');
      return { text: `From "${title.replace('# ', '')}": ${text}` };
    },
  ];
}
