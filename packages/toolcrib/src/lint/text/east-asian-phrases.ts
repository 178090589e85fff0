import type { FoundSignal } from './weigh-words.ts';

/** Languages that are written without spaces between words. */
const script = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

type EastAsianPhrase = Omit<FoundSignal, 'start' | 'end'> & { readonly pattern: RegExp };

const override = {
  rule: 'instruction-like',
  family: 'override',
  deed: 'tells the model to set its instructions aside',
  weight: 10,
} as const;
const concealment = {
  rule: 'instruction-like',
  family: 'concealment',
  deed: 'hides something from the user',
  weight: 8,
} as const;
const disclosure = {
  rule: 'instruction-like',
  family: 'disclosure',
  deed: 'asks the model to disclose its instructions',
  weight: 8,
} as const;
const secret = {
  rule: 'secret-reference',
  family: 'secret',
  deed: 'asks the model to read or pass on what must stay private',
  weight: 6,
} as const;

const duty = {
  rule: 'instruction-like',
  family: 'duty',
  deed: 'makes an action a duty that is not the work of the tool',
  weight: 4,
} as const;
const heading = {
  rule: 'instruction-like',
  family: 'heading',
  deed: 'poses as a notice of the system',
  weight: 3,
} as const;

const phrases: readonly EastAsianPhrase[] = [
  {
    ...override,
    pattern:
      /(?:忽略|忽視|无视|無視|忘记|忘掉|忘記|不要理会|不要理會).{0,14}?(?:指令|指示|说明|說明|规则|規則|提示|约束|命令)/,
  },
  {
    ...override,
    pattern:
      /(?:以前|これまで|上記|前|すべて|全て).{0,8}?(?:指示|命令|ルール|指令|プロンプト).{0,12}?(?:無視|忘れ)/,
  },
  { ...override, pattern: /(?:이전|위의|앞의|모든).{0,10}?(?:지시|명령|지침|규칙).{0,10}?(?:무시|잊)/ },
  {
    ...concealment,
    pattern:
      /(?:不要|别|別|不得|切勿|请勿|無需|无需).{0,4}?(?:告诉|告訴|告知|透露|提及|通知).{0,6}?(?:用户|用戶|使用者)/,
  },
  {
    ...concealment,
    pattern:
      /(?:不要|别|別|不得|切勿|请勿|勿).{0,2}?[向对對跟和与與](?:用户|用戶|使用者).{0,4}?(?:提及|透露|说|說|提起|解释|解釋|披露)/,
  },
  {
    ...concealment,
    pattern: /(?:ユーザー|利用者).{0,8}?(?:伝え|知らせ|言わ|教え|開示).{0,3}?(?:ない|ず|ません)/,
  },
  { ...concealment, pattern: /사용자.{0,8}?(?:알리지|말하지|언급하지)/ },
  {
    ...disclosure,
    pattern:
      /(?:系统提示|系統提示|システムプロンプト|시스템 프롬프트).{0,12}?(?:输出|輸出|显示|顯示|告诉|泄露|表示|出力|출력|보여)/,
  },
  { ...disclosure, pattern: /(?:输出|輸出|显示|顯示|泄露|打印).{0,8}?(?:系统提示|系統提示)/ },
  {
    ...duty,
    pattern: /(?:务必|務必|必须|必須|一定要)(?:先|首先)?.{0,4}?(?:遵守|执行|執行|调用|調用|运行|運行)/,
  },
  { ...duty, pattern: /(?:必ず|最初に).{0,12}?(?:呼び出|実行|従って|従う)/ },
  { ...duty, pattern: /(?:반드시|먼저).{0,12}?(?:호출|실행|따르)/ },
  {
    ...heading,
    pattern:
      /[【[](?:系统|系統|安全|重要|紧急|緊急|システム|시스템|보안).{0,6}?(?:通知|公告|更新|警告|お知らせ|알림|공지)[】\]]/,
  },
  {
    ...secret,
    pattern: /(?:读取|讀取|发送|發送|上传|上傳).{0,14}?(?:密钥|密鑰|私钥|密码|密碼|凭据|憑據|\.ssh|\.env)/,
  },
];

/** What a text says in Chinese, Japanese or Korean that counts against it. */
export function weighEastAsian(text: string): readonly FoundSignal[] {
  if (!script.test(text)) return [];
  return phrases.flatMap(({ pattern, ...signal }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ ...signal, start: match.index, end: match.index + match[0].length }];
  });
}
