import type { FoundSignal } from './weigh-words.ts';

/** Nearly no text has any of these. */
const mayHaveProgram =
  /&&|\|\||>>|\$\(|\/dev\/tcp|\s--?[a-z\d]|\b(?:curl|wget|rm|chmod|nc|eval|powershell|echo|cat|sudo|printenv|env|scp|crontab|npx|alias|ufw|shutdown|systemctl|schtasks|gh auth)\b/i;

/** Programs that fetch and run something, or open a way in. */
const shellAttack =
  /\b(?:curl|wget)\b.{0,200}\|\s{0,8}(?:ba|z)?sh\b|\brm\s{1,8}-rf?\b|\/dev\/tcp\/|\bchmod\s{1,8}\+x\b|\bnc\s{1,8}-e\b|\beval\s{0,8}\(|\bpowershell\b.{0,80}-enc|\b(?:echo|cat|curl|wget|sudo|printenv|scp|crontab)\s.{0,160}(?:&&|\|\||>>|\|\s?\w)|\bcurl\s.{0,40}-X\s{1,4}POST\b|\bnpx\s{1,4}-y\b|\bgit\s{1,4}config\s{1,4}--global\b|\balias\s{1,4}\w{1,20}=|\bufw\s{1,4}disable\b|\bpowershell\b.{0,80}(?:hidden|\biwr\b|\biex\b)/i;

/** A verb that orders a program; "can run" isn't an order, and what follows "such as" is an example. */
const verb = String.raw`(?<!\b(?:can|may|will|could|might)\s)\b(?:run|execute|executing|running|invoke|issue|launch|perform|type)\b`;
const gap = String.raw`(?:(?!\b(?:e\.g|like|such|examples?|sample|supports?|instance)\b)(?:[^.\n]|\.(?=\S)))`;
/** Operators between two programs. */
const row = String.raw`\S\s?(?:&&|\|\||>>)\s?\S|\$\(\w`;
/** Programs that change or spy out the machine, with what makes them more than words. */
const programs = [
  String.raw`\b(?:bash|sh|zsh|python3?|perl|ruby|node|osascript)\s{1,4}-[ce]\s`,
  String.raw`\bsudo\s{1,4}(?!apt|yum|dnf|snap)[-\w]{1,30}\s`,
  String.raw`\brm\s{1,4}-\w|\bchmod\s{1,4}(?:-R\s|[0-7]{3}|\+)|\bshred\s{1,4}-|\bmkfs\b|\bdd\s{1,4}if=`,
  String.raw`\bfind\s.{0,80}\s-(?:exec|delete)\b|\bshutdown\s{1,4}(?:-\w|\/\w|now)`,
  String.raw`\b(?:p?kill|killall)\s{1,4}-\w|\b(?:crontab|history|iptables|netstat|uname)\s{1,4}-\w`,
  String.raw`\b(?:systemctl|launchctl)\s{1,4}(?:stop|disable|mask|unload|bootout)\b|\bsetenforce\s{1,4}0`,
  String.raw`\b(?:env|printenv|tar\s.{1,60}|base64\s.{1,60}|cat\s.{1,60})\s?\|\s?\w|--export-secret-keys?\b`,
  String.raw`\b(?:gh|gcloud)\s{1,4}auth\s{1,4}(?:token|print-)|\bsecurity\s{1,4}(?:find|dump)-`,
  String.raw`\bschtasks\s{1,4}\/|\breg\s{1,4}add\b|\bnet\s{1,4}user\s|\b(?:useradd|usermod)\s{1,4}-`,
  String.raw`\b(?:pip3?|npm)\s{1,4}i(?:nstall)?\s.{0,80}https?:`,
].join('|');
const order = new RegExp(`${verb}${gap}{0,160}?(?:${row})|${verb}${gap}{0,80}?(?:${programs})`, 'gi');
/** Where the first sentence ends. */
const sentenceEnd = /[.:!?;\n]\s/;
/** What a tool works with that runs programs itself: its examples are no orders. */
const runner =
  /\b(?:commands?|shells?|terminals?|bash|scripts?|pipelines?|process(?:es)?|cli|powershell|ssh|sandbox)\b/i;

/** Programs to run stand in no description but those that warn of them, or that run programs. */
export function weighPrograms(text: string): readonly FoundSignal[] {
  if (!mayHaveProgram.test(text)) return [];
  const ordered = findOrder(text);
  if (ordered !== null) return [toSignal(ordered, 8)];
  const match = shellAttack.exec(text);
  return match === null ? [] : [toSignal(match, 5)];
}

/** Whether a text has a program that no honest text hides. */
export function runsProgram(text: string): boolean {
  return shellAttack.test(text);
}

/** The first sentence says what the tool does, so that it orders nothing. */
function findOrder(text: string): RegExpExecArray | null {
  const first = text.search(sentenceEnd);
  if (first === -1 || runner.test(text.slice(0, first))) return null;
  order.lastIndex = first;
  return order.exec(text);
}

function toSignal({ 0: { length }, index: start }: RegExpExecArray, weight: number): FoundSignal {
  const deed = 'has a program to run';
  return { rule: 'instruction-like', family: 'program', deed, weight, start, end: start + length };
}
