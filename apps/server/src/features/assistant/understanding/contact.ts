import { mattersOf, saysSomething, tellsNeed } from './business.ts'
import { bare, fold, quotable } from './fold.ts'
import { isCommonWord, isFirstName, isSurname, plain } from './known-words.ts'
import PATTERNS from './patterns/names.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'
import { wordList, wordSet } from './words.ts'

const WRITTEN = patternsOf(PATTERNS, PATTERNS, 'iu')

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
const ACCENTED: ReadonlyMap<string, string> = new Map(wordList('accented-names').map((name) => [plain(name), name]))

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
const OF_NAMES = wordSet('of-names')

/** Where a name ends: at a word that is none. */
const isNoPart = (word: string, index: number): boolean => {
  const plain = fold(word)
  if (NOT_NAMES.has(plain) || LAUGHTER.test(plain) || !/^\p{L}[\p{L}'’-]*$/u.test(word)) return true
  return index > 0 && !PARTICLES.has(plain) && !OF_NAMES.has(plain) && isCommonWord(word) && !isSurname(word)
}

/** A person's name out of candidate text, or null when it does not look like one. */
const asName = (candidate: string, maxWords: number): string | null => {
  const words = candidate
    .replace(WRITTEN.title, '')
    .replace(/[()"😊🙂😄👋]+/gu, ' ')
    .trim()
    .split(/[!.,;:]/)[0]
    ?.trim()
    .split(/\s+/) ?? ['']
  const upTo = words.findIndex(isNoPart)
  const kept = (upTo === -1 ? words : words.slice(0, upTo)).slice(0, maxWords)
  while (kept.length > 0 && PARTICLES.has((kept.at(-1) ?? '').toLowerCase())) kept.pop()
  const name = kept.map(titled).join(' ')
  const isLikeOne = name.length >= 2 && name.length <= 60 && !PARTICLES.has((kept[0] ?? '').toLowerCase())
  return isLikeOne && isSayable(name) ? name : null
}

/** A word that answers the question for the name without being one: a matter, a feeling, a laugh. */
const isPlainWord = (word: string): boolean =>
  !isFirstName(word) && (isCommonWord(word) || mattersOf(fold(word), true).length > 0)

/** The lead's own name: introduced in words, or bare when the agent just asked for it. */
export const nameIn = (raw: string, answering: boolean): string | null => {
  const introduced = WRITTEN.introduces.exec(raw)?.[1]
  if (introduced) {
    const name = asName(introduced, 4)
    const isVague = WRITTEN.vagueStart.test(raw) && isPlainWord(introduced.trim().split(/[\s,.!]+/)[0] ?? '')
    if (name && !isVague) return name
  }
  if (!answering) return null
  const plain = raw.trim().replace(WRITTEN.beforeAName, '').replace(WRITTEN.article, '')
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

/** Returns a text without the name that it introduces, and without phones and e-mail addresses and what announces them. */
const withoutContact = (raw: string): string => {
  const name = nameIn(raw, false)
  const introduced = name === null ? null : WRITTEN.introduces.exec(raw)
  const behind = introduced?.[1]?.replace(WRITTEN.title, '').split(/\s+/).slice(name?.split(' ').length).join(' ') ?? ''
  const nameless = introduced ? `${raw.slice(0, introduced.index)} ${behind}` : raw
  const words = nameless.replace(/\+?\d[\d\s().-]{6,20}\d/, ' ').split(' ')
  const rest = words.filter((word) => !word.includes('@')).join(' ')
  return rest === nameless ? nameless : rest.replace(WRITTEN.announces, ' ')
}

/** Whether a text tells who the lead is or how to reach it, and nothing else. */
export const isOnlyContact = (raw: string): boolean => {
  const rest = withoutContact(raw)
  return rest !== raw && !/\d/.test(rest) && !saysSomething(fold(rest).replace(WRITTEN.polite, ' '))
}

/** A company name: introduced in words, or the whole short answer when the agent just asked for it. */
export const companyIn = (raw: string, answering: boolean): string | null => {
  const named = WRITTEN.introduces.test(raw) ? WRITTEN.ofABusiness.exec(raw)?.[1] : undefined
  const introduced = (named ?? WRITTEN.company.exec(raw)?.[1])?.split(WRITTEN.endOfCompany)[0]?.trim()
  if (introduced && !WRITTEN.noCompany.test(introduced.split(' ')[0] ?? '') && introduced.length >= 2)
    return quotable(introduced, 60)
  if (!answering || tellsNeed(fold(raw))) return null
  const plain = raw.trim().replace(WRITTEN.beforeACompany, '')
  const words = bare(fold(plain)).split(' ').filter(Boolean)
  return words.length >= 1 && words.length <= 6 && !raw.includes('?') && /\p{L}{2}/u.test(plain)
    ? quotable(plain.replace(/(?<![.!])[.!]+$/, ''), 60)
    : null
}

const UNIT =
  /\b(apartamento|unidade|bloco|torre|casa|sala|loja|lote|quadra|andar) ?(?:(?:n[o.]{0,2}|numero|:|#) ?)?(\d{1,5}[a-z]?|[a-z](?=\b))(?! ?(quartos?|andares|anos|mil))/g

/** Where in a building, out of a folded line: 'bloco B, apartamento 52'; null when none is named. */
export const unitIn = (folded: string): string | null => {
  const parts = [...folded.matchAll(UNIT)].map(([, kind, number]) => `${kind} ${number?.toUpperCase()}`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** The line without its flats and blocks: what is left may hold a contract's number. */
export const withoutUnit = (folded: string): string => folded.replace(UNIT, ' ')
