import { toAsciiLookAlike } from '../names/skeleton.ts';
import { BEGINS_PAIR, lexicon, numberOf } from './concepts.ts';

const isUrl = /^[a-z][a-z+.-]*:\/\//i;
const isWebUrl = /^(?:https?|wss?|ftp):/i;
const isEnvironment = /^(?:process\.env|os\.environ|printenv)\b/;
const isDataUrl = /^(?:data|javascript):/i;
const isEmail = /^[\w.+-]+@[\w-]+\.[\w.-]+(?:$|:)/;
/** A host without a scheme; of two parts only with a path, since names of products are of two parts as well. */
const isHost =
  /^[\w-]+(?:(?:\.[\w-]+)+\.(?:com|net|org|io|dev|app|ai|co|xyz|info|ru|cn|site|online|top|example|test)(?:$|[/:?])|\.(?:com|net|org|io|dev|app|ai|co|xyz|info|ru|cn|site|online|top|example|test)[/:?])/i;
/** A program somewhere else. */
const isProgram = /\.(?:sh|ps1|bat|py|cmd)(?:$|[?#])/i;
/** The beginning of a number of a bank account, and an address of a crypto wallet. */
const isBankNumber = /^[A-Z]{2}\d{2}(?:$|\d)|^0x[0-9a-f]{3,}$/i;
const isPhone = /^\+\d{1,4}$|^\+\d[\d-]{6,}$/;
/** Files that hold what must stay private. */
const privateFiles =
  /(?:^|[/\\~.])(?:\.?ssh|id_(?:rsa|dsa|ecdsa|ed25519)|\.?aws|\.?gnupg|\.?kube|\.netrc|\.npmrc|\.pypirc|\.env(?:\.[\w-]{1,40})?|\.git-credentials|\.docker|\.cursor|mcp\.json|claude_desktop_config\.json|credentials(?:\.\w{1,10})?|passwd|shadow|secrets?(?:\.\w{1,10})?|wallet\.dat|seed\.txt|\.bash_history|\.zsh_history|\.config\/\w{1,40}|authorized_keys|token\.json|hosts\.yml|kubeconfig|known_hosts|\.pem|keychains?(?:-db)?|gcloud|environ)(?:$|[/\\.:])/i;
/** Files that are run by themselves, when somebody logs in or at a time. */
const startupFiles =
  /(?:^|[/\\~])(?:\.(?:bashrc|zshrc|bash_profile|bash_login|zprofile|zshenv|profile|xinitrc|gitconfig|vimrc|inputrc)|bashrc|zshrc|crontab|sudoers|rc\.local|init\.d|cron\.\w{1,10}|launchagents|launchdaemons|autostart|systemd|etc\/hosts)(?:$|[/\\.:])/i;
const hasFolder = /[/\\][\w.*-]/;
const isPath = /^(?:~|\.{0,2}[/\\]|[a-z]:[/\\]|\.[a-z])/i;
const isIdentifier = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]*)+$/;
/** Identifiers of constants, as of environment variables. */
const isConstant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const secretConstant = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)/;
const secretParts: ReadonlySet<string> = new Set([
  'secret',
  'secrets',
  'credential',
  'credentials',
  'password',
  'passwords',
  'rsa',
  'keychain',
]);
/** What tools do, by their names. */
const toolVerbs: ReadonlySet<string> = new Set(
  'get set send read write delete create list search find fetch update remove add make execute run query call transfer post upload download open commit push merge pay invoke edit move copy book cancel'.split(
    ' ',
  ),
);
const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Longer than any word; what is longer is data. */
const MAX_LENGTH = 200;

/** The concepts of a piece of text that is no known word: an address, a path, a name, or words that were joined. */
export function classifyWord(raw: string): readonly number[] {
  if (isLetters.test(raw)) return isIdentifier.test(raw) ? classifyIdentifier(raw) : none;
  const piece = raw.length <= MAX_LENGTH ? raw : raw.slice(0, MAX_LENGTH);
  if (isUrl.test(piece)) return classifyUrl(piece);
  if (isDataUrl.test(piece)) return [numberOf.url];
  if (isEnvironment.test(piece)) return [numberOf.envVars];
  if (piece.includes('@') && isEmail.test(piece)) return [numberOf.url];
  if (isPhone.test(piece)) return [numberOf.url];
  if (privateFiles.test(piece)) return [numberOf.strong];
  if (startupFiles.test(piece)) return [numberOf.startup];
  if (isPath.test(piece)) return [hasFolder.test(piece) ? numberOf.path : numberOf.unknown];
  if (isHost.test(piece)) return [numberOf.url];
  if (isBankNumber.test(piece)) return [numberOf.bank];
  if (isIdentifier.test(piece)) return classifyIdentifier(piece);
  if (isConstant.test(piece)) return secretConstant.test(piece) ? [numberOf.weak] : none;
  return classifyParts(piece.toLowerCase());
}

function classifyUrl(url: string): readonly number[] {
  if (url.endsWith('://')) return none;
  if (isProgram.test(url)) return [numberOf.script];
  return isWebUrl.test(url) || !privateFiles.test(url) ? [numberOf.url] : [numberOf.strong];
}

const isLetters = /^[A-Za-z]+$/;
const none: readonly number[] = [];

/** A tool whose name says that it gives secrets is as good as the secrets. */
function classifyIdentifier(name: string): readonly number[] {
  const parts = name.split(/_|(?=[A-Z])/);
  const isTool = parts.length > 1 && parts.some((part) => toolVerbs.has(part.toLowerCase()));
  const kind = isTool ? numberOf.toolName : numberOf.identifier;
  if (!parts.some((part) => secretParts.has(part.toLowerCase()))) return [kind];
  return [isTool ? numberOf.strong : numberOf.weak, kind];
}

function classifyParts(word: string): readonly number[] {
  const direct = findWord(stripApostrophe(word)) ?? findImitated(word);
  if (direct !== undefined) return [direct];
  const joined = /^\p{L}(?:[._*~'-]\p{L})+$/u.test(word)
    ? findWord(word.replace(/[._*~'-]/g, ''))
    : undefined;
  if (joined !== undefined) return [joined];
  const parts = word.split(/[-/.:_&]+/);
  if (parts.length === 1) return none;
  const whole = findWord(parts.join(''));
  if (whole !== undefined) return [whole];
  return parts.flatMap((part) => (part === '' ? none : [numberOfPart(part)]));
}

function numberOfPart(part: string): number {
  return findWord(part) ?? findImitated(part) ?? numberOf.unknown;
}

/** The concept of a word. */
function findWord(word: string): number | undefined {
  const found = lexicon.get(word);
  return found === undefined ? undefined : found & ~BEGINS_PAIR;
}

const mayImitate = /[013457@$!]|[^ -~]/;
/** A number is none of the words that it may look like. */
const hasLetter = /[a-z]|[^ -~]/;

/** The concept of a word that a piece is drawn like. */
function findImitated(piece: string): number | undefined {
  return mayImitate.test(piece) && hasLetter.test(piece) ? findWord(toLetters(piece)) : undefined;
}

function stripApostrophe(word: string): string {
  const plain = word.replace(/[’ʼ]/g, "'");
  return plain.endsWith("'s") ? plain.slice(0, -2) : plain;
}

/** Letters of other scripts and digits as the letters that they are drawn like. */
function toLetters(word: string): string {
  let letters = '';
  for (const character of word) {
    letters += leet[character] ?? (character > '~' ? toAsciiLetter(character) : character);
  }
  return letters;
}

/** Without accents, which change nothing for whoever reads. */
function toAsciiLetter(character: string): string {
  const [base = ''] = character.normalize('NFD');
  return toAsciiLookAlike(base).toLowerCase();
}
