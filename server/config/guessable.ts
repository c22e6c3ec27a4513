import { hash } from "node:crypto";

/** Words that people use as secrets, and words of this product. */
const WORDS = [
  ..."secret,password,passwort,passwd,changeme,change,replace,test,testing,tester,admin,administrator,root,user,guest",
  ...",demo,example,sample,default,dummy,sandbox,development,production,staging,local,localhost,docker,redis,session",
  ...",cookie,token,key,secretkey,sessionsecret,secretsession,mysecret,supersecret,topsecret,verysecret,private,public",
  ...",wallet,memberwallet,member,operator,truelink,truewallet,casino,bet,slot,game,money,bank,thailand,thai,laos,lao",
  ...",letmein,welcome,hello,helloworld,world,iloveyou,monkey,dragon,master,login,access,abc,abcdef,foo,bar,foobar,baz",
  ...",qwerty,qwertyuiop,asdf,asdfgh,asdfghjkl,zxcv,zxcvbn,zxcvbnm,correct,horse,battery,staple,none,null,undefined",
  ...",string,value,something,anything,insert,here,your,please,temp,temporary,todo,fixme,xxx,unsafe,insecure,keyboard,cat",
  ...",dead,beef,deadbeef,cafe,babe,cafebabe,feed,face,f00d,c0de,c0ffee,1234,12345,123456,1234567,12345678,123456789",
  ...",1234567890,0123456789,111111,000000,123123,654321,abc123,abcd1234",
  ...",sunshine,princess,football,baseball,superman,batman,shadow,michael,charlie,elephant,tiger,buddha,bitcoin,lucky",
  ...",bangkok,pattaya,phuket,chiangmai,siam,vientiane,savannakhet,ufabet,jackpot,summer,winter,freedom,flower,cheese",
  ...",session_secret,truelink_secret,metrics_token,2024,2025,2026,2027,88888888,99999999",
  ...",p@ssw0rd,passw0rd,p@ssword,pa55word,pa55w0rd,kram",
]
  .join("")
  .split(",");

/** What people append to a word. */
const ENDINGS = ["", "1", "12", "123", "1234", "12345", "!", "1!", "123!", "\n"];

/** Bytes of each hash that are looked for. A long one is still a hash if it was cut to 32. */
const HASH_BYTES = {
  ...{ md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 32, sha512: 32 },
  ...{ "sha3-256": 32, "sha3-512": 32, blake2s256: 32, blake2b512: 32 },
};

/** The word itself, and its usual spellings. */
const spellings = (word: string) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)];

/** The empty text, and all words with all endings. */
const guesses = () =>
  [...WORDS, "change-me", "change_me", "member-wallet", "hello world"]
    .flatMap(spellings)
    .flatMap((word) => ENDINGS.map((ending) => word + ending))
    .concat("", "\n");

const hashes = new Map<string, Set<string>>();

/** The bytes of all guesses' hashes, in hex; made at first use, because they take a noticeable part of the start. */
function knownHashes(name: string, length: number): Set<string> {
  const known = hashes.get(name) ?? new Set(guesses().map((text) => hash(name, text).slice(0, 2 * length)));
  hashes.set(name, known);
  return known;
}

/** Whether the bytes contain the hash of a known word. */
export const holdsKnownHash = (bytes: Buffer): boolean =>
  Object.entries(HASH_BYTES).some(([name, length]) => {
    for (let at = 0; at + length <= bytes.length; at += 1) {
      if (knownHashes(name, length).has(bytes.toString("hex", at, at + length))) return true;
    }
    return false;
  });

/** The share of the text, from 0 to 1, that consists of known words. */
export function shareOfWords(text: string): number {
  if (text.length === 0) return 1;
  const lower = text.toLowerCase();
  const covered = new Uint8Array(lower.length);
  for (const word of WORDS) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) covered.fill(1, at, at + word.length);
  }
  return covered.reduce((sum, one) => sum + one, 0) / covered.length;
}

/** The 60 most frequent pairs of letters in English: more than half of all pairs in a text, 9 % of random ones. */
const PAIRS = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le " +
    "ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec"
  ).split(" "),
);
const MIN_PAIRS = 12;

/** Whether the letters read like a language. Random base64 does so less than once in a hundred thousand. */
export function readsLikeText(text: string): boolean {
  const runs = text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const pairs = runs.flatMap((run) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)));
  const share = pairs.filter((pair) => PAIRS.has(pair)).length / pairs.length;
  const [small, capital] = [/[a-z]/g, /[A-Z]/g].map((kind) => text.match(kind)?.length ?? 0) as [number, number];
  // In standard deviations: random base64 has as many small letters as capitals.
  const imbalance = Math.abs(small - capital) / Math.sqrt(small + capital);
  return pairs.length >= MIN_PAIRS && (share >= 0.45 || imbalance > 5 || (share >= 0.3 && imbalance > 3.5));
}

/** Widths, in bytes, of the numbers that a counter may consist of. */
const STRIDES = [1, 2, 3, 4, 8];

/** Whether bytes are counted, such as 00 01 02, or repeated: one difference between neighbours is too frequent. */
export function isCounted(bytes: Buffer, share: number): boolean {
  return STRIDES.some((stride) => {
    const counts = new Map<number, number>();
    for (let at = stride; at < bytes.length; at += 1) {
      const difference = (bytes[at]! - bytes[at - stride]! + 256) % 256;
      counts.set(difference, (counts.get(difference) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) > (bytes.length - stride) * share;
  });
}

/** Whether a short secret that somebody else has chosen is a known word, the hash of one, counted or repeated. */
export function isGuessable(secret: string): boolean {
  const letters = secret.replace(/[^a-z]/gi, "") || secret;
  const bytes = Buffer.from(secret, "utf8");
  const decoded = [/^[0-9a-f]+$/i.test(secret) ? Buffer.from(secret, "hex") : bytes, Buffer.from(secret, "base64")];
  return shareOfWords(letters) > 0.7 || isCounted(bytes, 0.5) || decoded.some(holdsKnownHash);
}
