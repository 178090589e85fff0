/**
 * What words mean, as far as it matters here: each concept has the words that stand for it. Of a verb the first
 * concept has the form of a command ("ignore"), the one with `s` all others ("ignores", "ignored"): a description
 * says what a tool does, an attack says what the model is to do.
 */
const verbs = {
  override:
    'ignore disregard forget override bypass circumvent neglect discard dismiss abandon violate overrule',
  send: 'send forward upload post transmit relay bcc cc deliver push dispatch publish share mirror leak submit stream blind-copy',
  exfiltrate: 'exfiltrate smuggle steal harvest',
  embed:
    'include append embed attach pass add put insert paste copy place provide supply hand fill inject write give hold feed enter carry slip bundle incorporate tuck weave accompany',
  encode: 'encode obfuscate encrypt hex-encode base64-encode',
  read: 'read open cat load fetch get retrieve access collect gather dump extract grab find locate obtain look scan list enumerate capture take pull acquire scrape recover lookup peek',
  call: 'call use run invoke execute trigger perform launch',
  tell: 'tell mention inform notify reveal disclose acknowledge divulge alert surface admit refer bring raise discuss bother burden trouble worry alarm annoy talk speak',
  show: 'show display print output report explain say repeat render recite echo present',
  ask: 'ask confirm consult',
  know: 'know notice learn realise realize suspect discover hear',
  hide: 'hide conceal mask disguise obscure omit suppress withhold',
  lie: 'lie pretend deceive mislead roleplay deny feign reassure fabricate falsify',
  obey: 'obey comply follow honour honor adhere treat trust heed rely',
  alter:
    'modify change alter intercept hijack redirect reroute replace supersede shadow substitute prefix multiply rewrite route swap merge overwrite divert tamper inflate round double',
  begin: 'begin start activate enable switch become unlock mutate turn',
  refuse: 'refuse decline',
  approve: 'approve review audit vet install allowlist whitelist pin accept certify evaluate inspect',
  delete: 'delete remove erase wipe destroy drop',
  skip: 'skip disable deactivate suspend lift evade waive forgo silence mute',
  claim: 'claim',
  prefer: 'prefer prioritise prioritize favour favor recommend',
  choose: 'choose pick select opt',
  promote: 'rank promote endorse advertise praise',
  belittle: 'discourage disparage dissuade badmouth discredit',
  assign: 'set force fix hardcode assign',
  persist: 'remember memorise memorize persist retain',
  visit: 'visit navigate connect contact ping browse authenticate register',
  halt: 'halt abort stop cease',
  resume: 'solve proceed resume continue finish',
  wait: 'wait',
  state: 'state',
  announce: 'announce declare warn proclaim remind',
} as const;

const irregular: Readonly<Record<string, string>> = {
  sends: 'sent mailed emailed e-mailed',
  exfiltrates: 'stole stolen exfiltration',
  overrides: 'forgot forgotten overridden overrode',
  reads: 'got taken took',
  calls: 'ran call-of',
  tells: 'told',
  shows: 'said shown',
  knows: 'knew known aware learnt knowledge',
  hides: 'hid',
  lies: 'lying lied',
  embeds: 'written wrote gave given',
  begins: 'began begun became',
  approves: 'approval approvals reviewer reviewers installation sign-off signoff trusted vetting',
  prefers: 'recommendation recommendations',
  obeys: 'carried',
  chooses: 'chosen chose',
  alters: 'exchanged exchanges moved',
};

/** The classic attack in other languages, and to hide it from the user. */
const foreign: Readonly<Record<string, string>> = {
  override:
    'ignoriere ignorieren ignoriert vergiss vergessen missachte ignorez oublie oubliez ignora ignorar ignorad olvida olvide olvidar esqueça esqueca desconsidere dimentica negeer vergeet игнорируй игнорируйте забудь забудьте zignoruj تجاهل अनदेखा görmezden abaikan',
  prior:
    'vorherigen vorherige bisherigen bisherige vorigen früheren obigen précédentes précédents précédente antérieures anteriores previas previos precedenti vorige eerdere предыдущие предыдущих прежние прежних poprzednie السابقة पिछले önceki sebelumnya',
  all: 'alle alles gesamte toutes tous toute entière entier todas todos todo toda tutte tutti все всё всю',
  dialogue: 'gespräch unterhaltung conversación conversa conversazione беседу',
  directive:
    'anweisungen anweisung instruktionen regeln consignes instrucciones instruções instrucoes istruzioni instructies инструкции инструкций указания указаний instrukcje التعليمات निर्देशों talimatları instruksi',
  not: 'nicht nichts nie niemals kein keine ne pas jamais nunca não не никогда niet non',
  call: 'rufe ruf führe appelle appelez appeler llama llame llamar chama chame chiama chiamare вызови вызывай',
  calls: 'aufrufen aufruf usarla usarlo usar',
  embed:
    'übergib übergebe übergeben passe passez passer pasa pasar pasarlo pasarla passa passe passare вставь передай',
  first: 'zuerst vorher primero primo сначала',
  tells: 'prévenir avertir informer avisar informar avvisare informieren',
  strong: 'passwörter contraseñas',
  weak: 'passwort kennwort contraseña',
  read: 'lese lesen lies leer lire leggere ler öffne lee lea lis lisez leggi leia abre abra ouvre ouvrez apri прочитай открой',
  must: 'immer siempre toujours sempre всегда wichtig importante musst müssen doit devez debes debe deve devi должен',
  argument: 'feld campo champ parámetro paramètre parametro parâmetro параметр',
  without: 'ohne sans sin senza sem без',
  knows: 'merkt',
  conversation: 'nachrichten mensajes mensagens messaggi сообщения',
  before: 'avant antes prima bevor перед',
  tell: 'sagen sage sag dile decir erwähne erwähnen verrate verraten dire mentionner mentionnez digas menciones informes diga mencione говори сообщай говорите сообщайте',
  show: 'zeige gib affiche affichez muestra muestre mostre revele покажи выведи',
  user: 'benutzer nutzer utilisateur usuario usuário пользователю пользователь',
  send: 'enviar envoyer senden inviare leite sende schicke übermittle envoie envoyez transmettez transmets envía envíe envie invia inviate отправь отправьте',
  prompt: 'systemprompt systemprompts system-prompt system-prompts',
};

const words = {
  prior: 'previous previously prior earlier above preceding former foregoing past',
  all: 'all any every everything anything each whatever entire entirely full complete whole whichever',
  directive:
    'instruction instructions direction directions directive directives rule rules guideline guidelines guidance prompt prompts constraint constraints policy policies restriction restrictions guardrail guardrails safeguard safeguards safety limitation limitations programming',
  command: 'command commands',
  request: 'request requests requested query queries question questions wish wishes intent',
  // "Make sure to" means "you must".
  you: 'you yourself sure',
  your: 'your yours',
  model:
    'assistant assistants ai ais llm llms model models agent agents claude chatgpt gpt copilot chatbot bot',
  user: 'developers user users customer customers human humans anyone anybody everyone people reader caller person somebody someone',
  them: 'them him her',
  secretly:
    'silently secretly quietly covertly discreetly stealthily surreptitiously invisibly unnoticed clandestinely',
  hidden: 'unaware uninformed hidden invisible undisclosed concealed covert stealth',
  private: 'private sensitive personal',
  public: 'public publicly',
  keep: 'keep keeping keeps leave leaving',
  confidential: 'confidential undetected between internal hush',
  without: 'without',
  not: "not never don't dont avoid cannot no nor mustn't shouldn't won't can't needn't nothing nobody neither longer nowhere none refrain",
  permission: 'confirmation permission consent dialog dialogs',
  strong:
    'passwd id_rsa id_ed25519 keychain keystrokes clipboard cookies .env dotenv gnupg mnemonic wallet.dat bash_history ssn kubeconfig',
  weak: 'credential credentials secret secrets password passwords passphrase api_key apikey otp',
  token: 'token tokens',
  environment: 'environment env',
  dialogue: 'conversation conversations transcript dialogue chat session turns',
  history: 'history messages message context log logs',
  personal:
    'address addresses inbox emails e-mails mails documents repository repositories files contacts name card folder passport salary employees mailbox',
  link: 'external attacker webhook collector telemetry elsewhere third-party',
  endpoint: 'endpoint server host url api image link links',
  argument: 'parameter parameters argument arguments field fields param params args',
  tool: 'tool tools function functions plugin plugins connector connectors',
  other: 'other another others official',
  this: 'this it that these those step steps detail',
  here: 'here',
  before: 'before',
  first: 'first beforehand initially',
  instead: 'instead',
  how: 'how',
  same: 'same identical',
  but: 'but although anyway',
  when: 'when whenever while upon if',
  after: 'after once until afterwards afterward following later',
  postApproval: 'post-approval post-review post-install post-installation postapproval',
  must: 'must always required mandatory should shall ensure please important critical necessary obligatory requires requirement obliged obligated compelled demands demanded demand instructed wants needed needs require kindly expected obliges compels essential vital crucial imperative compulsory',
  also: 'also additionally furthermore too then',
  answer: 'answer answering reply replying respond responding response summary explanation',
  content:
    'page pages content contents document file feed item article text result results data website issue comment body ticket output',
  inside: 'inside within in embedded contained contains contain found into appear appears appearing from',
  priority: 'priority precedence preference higher outranks outrank over standing authorized authorised',
  bound: 'bound constrained restricted limited limits apply',
  free: 'unrestricted unfiltered uncensored jailbroken',
  self: 'description behaviour behavior behaviours behaviors definition handler version versions implementation module logic metadata itself schema update',
  bad: 'arbitrary shell malicious backdoor malware keylogger ransomware spyware payload payloads harmful reverse trojan exploit',
  innocent:
    'benign benignly harmless harmlessly innocent innocently innocuous normally normal clean placeholder',
  target:
    'recipient recipients destination amount amounts account accounts author balance price prices iban path paths beneficiary channel channels quantity attendees attendee payee remainder payment transfer',
  new: 'new updated revised real true actual final',
  system: 'system',
  authority: 'developer admin administrator root operator vendor us',
  note: 'note notes attention reminder',
  deprecated:
    'deprecated legacy old obsolete renamed retired discontinued decommissioned superseded withdrawn',
  faulty:
    'incomplete outdated compromised unsafe insecure unreliable broken stale vulnerable vulnerability vulnerabilities bug bugs buggy flawed hacked breached breach',
  meta: 'detect detects detected detecting detection detector scans scanner scanning flags flagged classifier classifies analyzes analyses analyzing analysing investigating whether moderation linter lints injection injections jailbreak jailbreaks attacks attackers red-team explains blocks blocking prevents protects guards sanitises sanitizes redacts robust rather score sample samples mock canned fixture fixtures illustrative',
  example: 'example examples e.g eg phrases phrase instance such like strings words',
  now: 'now henceforth',
  temporary: 'temporarily presently currently outage',
  off: 'off offline disabled lifted suspended inactive void',
  out: 'out',
  back: 'background',
  only: 'only just sole solely exclusively',
  regardless: 'regardless irrespective notwithstanding independent independently',
  unless: 'unless otherwise',
  nothingElse: 'success neutral ordinary usual routine standard',
  verbatim: 'verbatim unabridged unredacted uncut',
  see: 'see sees seen',
  rival:
    'replacement successor competitor competitors alternative alternatives rival rivals competing different',
  terminal: 'terminal console bash powershell',
  guard:
    'mfa 2fa two-factor firewall antivirus monitoring protection protections logging warnings verification sanitisation sanitization',
  download: 'download downloads downloaded',
  opener: 'for to as since because per under along so',
  auxiliary: 'can will may could would might which who they we',
  fact: 'fact facts verified truth opinion',
  elevated: 'elevated superadmin superuser privileges rights',
  fee: 'fee fees charge surcharge',
  production: 'production prod live',
  future: 'future subsequent onwards onward',
  consented: 'consented agreed pre-approved preapproved pre-authorised pre-authorized',
  already: 'already',
  goal: 'goal goals objective objectives mission',
  make: 'make',
  trial: 'evaluation trial trials',
  grant: 'grant grants granted authorises authorizes',
  pretext:
    'compliance compliant regulatory regulation regulations integrity validation hygiene consistency auditing optimization optimisation maintenance accountability traceability governance attestation regulator regulators auditor auditors archiving assurance diagnostics troubleshooting hardening housekeeping cleanup accreditation harmonization harmonisation normalization normalisation',
  reason: 'reasons purposes',
  me: "me my i myself i'm i've i'd i'll",
  want: 'want need',
  task: 'task assignment',
  thanks: 'thanks thank signed sincerely regards yours',
  failed: 'failed failure failures fails fail unavailable unreachable crash crashes crashed',
  partner: 'partner partners sponsor sponsors sponsored promotional promotion affiliate advertisement',
  superlative:
    'best ultimate premium greatest premier unmatched unrivaled unrivalled unparalleled pinnacle superior world-class top-rated award-winning industry-leading cutting-edge finest state-of-the-art best-in-class unbeatable unsurpassed unequalled unequaled top-tier top-notch world-leading market-leading gold-standard supreme flawless',
  crowd:
    'professionals experts advisors analysts fortune enterprises millions thousands worldwide globally everywhere companies banks institutions specialists giants',
  startup: 'crontab bashrc zshrc sudoers',
  world: 'world universe planet existence',
  market: 'available market industry internet web',
  inclusive: 'including',
  enhanced:
    'enhanced optimized optimised upgraded improved extended hardened strengthened safer quicker stronger',
  automatic: 'automatically automatic',
  our: 'our ours',
  yes: 'yes',
  compared: 'compared versus outperforms',
  ensure: 'ensures ensuring maintain maintaining maintains guarantee guarantees',
  // Frequent words in ROT13, and from their ends, that are no other words.
  rotated: 'gur lbh naq abg vtaber ernq fraq hfre cerivbhf vafgehpgvbaf',
  reversed: 'eht uoy hcihw erongi daer dnes resu suoiverp snoitcurtsni',
} as const;

type Verb = keyof typeof verbs;

/** Concepts that are found otherwise than by one word. */
const others = [
  'url',
  'toolName',
  'identifier',
  'envVars',
  'conversation',
  'prompt',
  'colon',
  'quotation',
  'mum',
  'soFar',
  'script',
  'bank',
  'identity',
  'throughThis',
  'behalf',
  'path',
  'unknown',
] as const;

/** Something that a word can stand for. */
export type Concept = Verb | `${Verb}s` | keyof typeof words | (typeof others)[number];

/** Two words that mean more together than each alone: the second gets the concept. */
const pairs: Readonly<Partial<Record<Concept, string>>> = {
  strong:
    'private+key private+keys ssh+key ssh+keys signing+key aws+credentials seed+phrase recovery+phrase browser+history session+cookie env+file one-time+codes session+token kube+config crypto+wallets master+password saved+passwords private+files wi-fi+passwords wifi+passwords refresh+token database+password password+manager bank+login session+cookies seed+phrases recovery+codes',
  weak: 'api+key api+keys access+key access+keys secret+key secret+keys encryption+key api+token api+tokens access+token access+tokens auth+token auth+tokens bearer+token security+token credit+card',
  envVars:
    'environment+variables env+vars environment+secrets home+directory config+files configuration+files context+window home+folder user+directory',
  prompt:
    'system+prompt system+prompts system+message system+messages system+instructions initial+prompt hidden+prompt initial+instructions original+instructions prompt+système системный+промпт prompt+sistema',
  conversation:
    'chat+history conversation+history message+history chat+log chat+context conversation+context previous+messages user+messages entire+chat full+chat whole+chat complete+chat chat+list chat+transcript user+message all+messages every+message last+messages recent+messages user+input user+inputs',
  free: 'developer+mode god+mode admin+mode dan+mode now+dan are+dan jailbreak+mode unrestricted+mode no+restrictions no+rules any+limits any+restrictions anything+now',
  now: 'from+now now+on point+on point+onward point+onwards point+forward here+on',
  before: 'prior+to preceded+by',
  must: 'have+to has+to need+to needs+to are+to is+to supposed+to sure+to',
  lie: 'act+as',
  obey: 'carry+out',
  link: 'our+server our+servers our+endpoint remote+server remote+host remote+endpoint remote+url remote+address remote+machine',
  secretly: 'the+scenes',
  regardless: 'no+matter even+if even+when every+case all+cases any+case all+circumstances any+circumstances',
  soFar: 'so+far until+now to+now ever+mentioned ever+seen',
  verbatim: 'for+word in+full',
  identity:
    'home+address card+number passport+number phone+number phone+numbers customer+list contact+list personal+data personal+details personal+information customer+data',
  throughThis: 'through+this through+here via+this moved+here',
  faulty: 'of+date',
  behalf: 'their+behalf your+behalf behalf+of',
  instead: 'place+of its+place',
  reason: 'due+to owing+to because+of',
  rival: 'a+substitute',
  temporary: 'under+maintenance for+maintenance at+present further+notice the+moment time+being',
  know: 'find+out',
  tell: 'say+anything',
  resume: 'go+on go+ahead carry+on',
  off: 'of+service out-of+service of+life end-of+life shut+down taken+down switched+off',
  send: 'blind+copy mail+a mail+the mail+it email+a email+the email+it',
  mum: 'say+nothing stay+silent remain+silent keep+quiet be+silent',
  superlative:
    'most+advanced most+sophisticated most+reliable most+accurate most+trusted most+powerful most+comprehensive most+popular most+efficient number+one most+precise most+secure most+complete highest+rated comes+close',
  startup:
    'startup+script startup+scripts startup+file startup+files login+script shell+profile shell+startup',
  permission: 'safety+checks security+checks safety+check',
  directive: 'safety+filters safety+filter content+filters your+orders earlier+orders previous+orders',
  after: 'as+soon soon+as later+on',
  approves: 'an+allowlist the+allowlist always+allow given+permission giving+permission',
};

const names = [
  ...Object.keys(verbs).flatMap((verb) => [verb, `${verb}s`]),
  ...Object.keys(words),
  ...others,
] as readonly Concept[];

/** The number of a concept. */
export const numberOf: Readonly<Record<Concept, number>> = Object.fromEntries(
  names.map((name, number) => [name, number]),
) as Record<Concept, number>;

/** How many concepts there are. */
export const conceptCount = names.length;

/** Set in the lexicon for a word that a pair may begin with. */
export const BEGINS_PAIR = 0x1000;

type Entry = readonly [word: string, number: number];

const pairEntries: readonly Entry[] = Object.entries(pairs).flatMap(([name, list]) =>
  list.split(' ').map((pair): Entry => [pair.replace('+', ' '), numberOf[name as Concept]]),
);

/** The concept of each known pair of words, as `first second`. */
export const pairLexicon: ReadonlyMap<string, number> = new Map(pairEntries);

/** The concept of each known word in lower case, with {@link BEGINS_PAIR} where it may begin a pair. */
export const lexicon: ReadonlyMap<string, number> = createLexicon();

function createLexicon(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [name, list] of Object.entries(verbs)) {
    for (const verb of list.split(' ')) {
      for (const form of inflect(verb)) found.set(form, numberOf[`${name as Verb}s`]);
      found.set(verb, numberOf[name as Verb]);
    }
  }
  for (const table of [irregular, foreign, words]) {
    for (const [name, list] of Object.entries(table)) {
      for (const word of list.split(' ')) found.set(word, numberOf[name as Concept]);
    }
  }
  for (const [pair] of pairEntries) {
    const first = pair.slice(0, pair.indexOf(' '));
    found.set(first, (found.get(first) ?? numberOf.unknown) | BEGINS_PAIR);
  }
  return found;
}

/** The third person, the past and the participles of a regular verb; forms that do not exist do no harm. */
function inflect(verb: string): string[] {
  if (verb.endsWith('e')) return [`${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  const doubled = `${verb}${verb.at(-1)}`;
  return [`${verb}s`, `${verb}es`, `${verb}ed`, `${verb}ing`, `${doubled}ed`, `${doubled}ing`, `${verb}'d`];
}
