import { tellsNeed } from './business.ts'
import { bare, fold, quotable } from './fold.ts'
import { isCommonWord, isFirstName, isSurname, plain } from './known-words.ts'
import { mattersOf } from './matters.ts'
import { wordSet } from './words.ts'

/** The first e-mail address in the text, lower case. */
export const emailIn = (raw: string): string | null =>
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u
    .exec(raw)?.[0]
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '') ?? null

/** Brazilian area codes. */
const AREA_CODES = wordSet('area-codes')

/** A Brazilian phone in the text as `+55…`; 'no-area' when only the area code is missing. CPF and CNPJ are not phones. */
export const phoneIn = (raw: string): { phone: string } | 'no-area' | null => {
  if (/\d{3}\.\d{3}\.\d{3}-?\d{2}|\d{2}\.\d{3}\.\d{3}\//.test(raw)) return null
  for (const found of raw.matchAll(/\+?\d[\d\s().-]{6,20}\d/g)) {
    const digits = found[0].replace(/\D/g, '').replace(/^0+/, '')
    const national = digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits
    const mobile = national.length === 11 && national[2] === '9'
    const landline = national.length === 10 && /[2-5]/.test(national[2] ?? '')
    if ((mobile || landline) && AREA_CODES.has(national.slice(0, 2))) return { phone: `+55${national}` }
    if ((national.length === 9 && national.startsWith('9')) || (national.length === 8 && !/[/]/.test(found[0]))) return 'no-area'
  }
  return null
}

const PARTICLES = new Set(['da', 'de', 'do', 'das', 'dos', 'e', 'di', 'del'])
/** Words that begin or stand in answers that are no names. */
const NOT_NAMES = wordSet('no-names')

/** Names that are written in one way, and typed in another. */
const ACCENTED: ReadonlyMap<string, string> = new Map(
  'João José Inês Conceição Antônia Márcia Fátima Lúcia Luís Sérgio Fábio Flávia Cláudia Patrícia Letícia Débora Mônica Sônia César Vinícius Otávio André Aurélio Júlia Lívia Verônica Ângela Zélia Célia Hélio Mário Márcio Cícero'
    .split(' ')
    .map((name) => [plain(name), name] as const),
)

const titled = (word: string): string => {
  const lower = word.toLocaleLowerCase('pt-BR')
  const accented = ACCENTED.get(lower)
  if (accented) return accented
  return PARTICLES.has(lower)
    ? lower
    : lower.replace(/(^|['’-])(\p{L})/gu, (_, edge: string, letter: string) => edge + letter.toLocaleUpperCase('pt-BR'))
}

/** Letters that a mouth can make a word of: mashed keys are no name. */
const isSayable = (word: string): boolean => {
  const letters = plain(word)
  return /[aeiouy]/.test(letters) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(letters)
}

const LAUGHTER = /^(k+|(ha|he|hi|hua|ka|rs)+h?)$/
/** Common words that stand in family names. */
const OF_NAMES = new Set(
  'dores gracas neves luz anjos rosario carmo merces chagas ceu vale rocha paz cruz santos reis'.split(' '),
)

/** Where a name ends: at a word that is none. */
const isNoPart = (word: string, index: number): boolean => {
  const plain = fold(word)
  if (NOT_NAMES.has(plain) || LAUGHTER.test(plain) || !/^\p{L}[\p{L}'’-]*$/u.test(word)) return true
  return index > 0 && !PARTICLES.has(plain) && !OF_NAMES.has(plain) && isCommonWord(word) && !isSurname(word)
}

/** A person's name out of candidate text, or null when it does not look like one. */
const asName = (candidate: string, maxWords: number): string | null => {
  const words = candidate
    .replace(/^(?:(?:dona|seu|sr|sra|dr|dra|senhora?)\.?\s+)(?=\p{L}{2})/iu, '')
    .replace(/[()"😊🙂😄👋]+/gu, ' ')
    .trim()
    .split(/[!.,;:]/)[0]
    ?.trim()
    .split(/\s+/) ?? ['']
  const upTo = words.findIndex(isNoPart)
  const kept = (upTo === -1 ? words : words.slice(0, upTo)).slice(0, maxWords)
  while (kept.length > 0 && PARTICLES.has((kept.at(-1) ?? '').toLowerCase())) kept.pop()
  const name = kept.map(titled).join(' ')
  return kept.length > 0 &&
    !PARTICLES.has((kept[0] ?? '').toLowerCase()) &&
    name.length >= 2 &&
    name.length <= 60 &&
    isSayable(name)
    ? name
    : null
}

const INTRODUCES =
  /(?:\bme chamo|\bmeu nome (?:é|e|eh)|\bmeu nome[:,]?|\bpode me chamar de|\bme chamam de|\bquem fala (?:é|e|eh)|\baqui (?:é|e|eh|quem fala é) ?(?:a|o)?|\bsou (?:a|o))\s+(.{2,60})/iu

/** 'Sou a …' may go on with anything: what follows is a name only where the other ways are not needed. */
const VAGUE_START = /\bsou [ao]\s(?=.{2,70}$)/iu

/** A word that answers the question for the name without being one: a matter, a feeling, a laugh. */
const isPlainWord = (word: string): boolean =>
  !isFirstName(word) && (isCommonWord(word) || mattersOf(fold(word), true).length > 0)

/** The lead's own name: introduced in words, or bare when the agent just asked for it. */
export const nameIn = (raw: string, answering: boolean): string | null => {
  const introduced = INTRODUCES.exec(raw)?.[1]
  if (introduced) {
    const name = asName(introduced, 4)
    const isVague = VAGUE_START.test(raw) && isPlainWord(introduced.trim().split(/[\s,.!]+/)[0] ?? '')
    if (name && !isVague) return name
  }
  if (!answering) return null
  const plain = raw
    .trim()
    .replace(/^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite|prazer|sou|é|eh|nome)[\s,.!:]*)+/iu, '')
    .replace(/^(?:o|a)\s+(?=\p{L})/iu, '')
  const words = bare(fold(plain)).split(' ')
  const name = words.length <= 6 && !raw.includes('?') ? asName(plain, 4) : null
  if (name === null || isFirstName(name.split(' ')[0] ?? '')) return name
  // A name that no list has stands alone: nothing else is said with it.
  return isPlainWord(name.split(' ')[0] ?? '') || name.split(' ').length < words.length ? null : name
}

/** A line of nothing but a known name. */
export const onlyNameIn = (raw: string): string | null => {
  const words = raw
    .trim()
    .replace(/(?<![.!])[.!]+$/, '')
    .split(/\s+/)
  const isName = words.length <= 4 && isFirstName(words[0] ?? '') && words.every((word) => PARTICLES.has(word) || isSurname(word))
  return isName && !words.every((word) => NOT_NAMES.has(fold(word))) ? asName(raw, 4) : null
}

const COMPANY =
  /\b(?:(?:da|na|minha|nossa|pela|a)\s+empresa\s+(?:é\s+|se chama\s+|chama\s+)?(?:a\s+|o\s+)?|trabalho\s+(?:na|no|para a|para o|pra)\s+|represento\s+(?:a|o)\s+|(?:dono|dona|sócio|sócia|gerente|diretor|diretora)\s+d[aoe]\s+|falo\s+d[aoe]\s+(?:empresa\s+)?|nome da empresa (?:é|e|eh)\s+(?:a\s+|o\s+)?)([\p{L}\p{N}&][\p{L}\p{N}&.' -]{1,50})/iu

/** 'Sou o Beto da Padaria Pão Quente'. */
const OF_A_BUSINESS =
  /\bd[aoe]\s+((?:padaria|loja|mercado|mercadinho|supermercado|cl[ií]nica|imobili[aá]ria|construtora|restaurante|lanchonete|pizzaria|escola|academia|sal[aã]o|oficina|farm[aá]cia|hotel|pousada|grupo|consultoria|escrit[oó]rio|distribuidora|transportadora|ag[eê]ncia|est[uú]dio|studio|barbearia|[oó]tica|pet ?shop|posto|confec[cç][aã]o|f[aá]brica|ind[uú]stria|cooperativa|igreja|condom[ií]nio)\s+[\p{L}\p{N}&][\p{L}\p{N}&.' -]{1,50})/iu

const NO_COMPANY = /^(aqui|mesmo|que|de|minha|sim|nao|não|grande|pequena|nova|propria|própria|casa|toda|e|é|com|tem|para|pra)$/iu

/** A company name: introduced in words, or the whole short answer when the agent just asked for it. */
export const companyIn = (raw: string, answering: boolean): string | null => {
  const named = INTRODUCES.test(raw) ? OF_A_BUSINESS.exec(raw)?.[1] : undefined
  const introduced = (named ?? COMPANY.exec(raw)?.[1])
    ?.split(/[.,;!?\n]|\s(?:e|com|tem|temos|que|quero|preciso|somos|em|mas|para|pra|aqui)\s/iu)[0]
    ?.trim()
  if (introduced && !NO_COMPANY.test(introduced.split(' ')[0] ?? '') && introduced.length >= 2) return quotable(introduced, 60)
  if (!answering || tellsNeed(fold(raw))) return null
  const plain = raw.trim().replace(/^(?:é|eh|se chama|chama|chama-se|empresa|a|o|da|do|nome[:]?)\s+(?:a\s+|o\s+)?/iu, '')
  const words = bare(fold(plain)).split(' ').filter(Boolean)
  return words.length >= 1 && words.length <= 6 && !raw.includes('?') && /\p{L}{2}/u.test(plain)
    ? quotable(plain.replace(/(?<![.!])[.!]+$/, ''), 60)
    : null
}
