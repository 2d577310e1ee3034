import PATTERNS from '../patterns/names.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'
import { normalizeText, sanitizeQuote, stripPunctuation } from '../text/normalize-text.ts'
import { isCommonWord, isFirstName, isSurname, stripAccents } from '../text/vocabulary.ts'
import { loadWordList, loadWordSet } from '../text/word-lists.ts'
import { detectTeamMatters, hasContent, statesNeed } from './business-facts.ts'

const RAW_TEXT_MATCHERS = compilePatterns(PATTERNS, PATTERNS, 'iu')

/** Returns the first e-mail address in lower case, or null. */
export const extractEmail = (raw: string): string | null =>
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u
    .exec(raw)?.[0]
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '') ?? null

const AREA_CODES = loadWordSet('area-codes')

/**
 * Returns the first Brazilian phone number as `+55…`, 'no-area' if only the area code is missing, or null. Ignores CPF and CNPJ numbers.
 */
export const extractPhone = (raw: string): { phone: string } | 'no-area' | null => {
  if (/\d{3}\.\d{3}\.\d{3}-?\d{2}|\d{2}\.\d{3}\.\d{3}\//.test(raw)) return null
  for (const match of raw.matchAll(/\+?\d[\d\s().-]{6,20}\d/g)) {
    const digits = match[0].replace(/\D/g, '').replace(/^0+/, '')
    const national = digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits
    const mobile = national.length === 11 && national[2] === '9'
    const landline = national.length === 10 && /[2-5]/.test(national[2] ?? '')
    if ((mobile || landline) && AREA_CODES.has(national.slice(0, 2))) return { phone: `+55${national}` }
    if ((national.length === 9 && national.startsWith('9')) || (national.length === 8 && !/[/]/.test(match[0]))) return 'no-area'
  }
  return null
}

const PARTICLES = new Set(['da', 'de', 'do', 'das', 'dos', 'e', 'di', 'del'])
/** Words that end a name, because no name contains them. */
const NOT_NAMES = loadWordSet('no-names')

/** Spelling of names that are often typed without accents. */
const ACCENTED_NAMES: ReadonlyMap<string, string> = new Map(
  loadWordList('accented-names').map((name) => [stripAccents(name), name]),
)

const toNameCase = (word: string): string => {
  const lower = word.toLocaleLowerCase('pt-BR')
  const accented = ACCENTED_NAMES.get(lower)
  if (accented) return accented
  return PARTICLES.has(lower)
    ? lower
    : lower.replace(/(^|['’-])(\p{L})/gu, (_, edge: string, letter: string) => edge + letter.toLocaleUpperCase('pt-BR'))
}

/** Returns true if a word is pronounceable. Random keystrokes usually are not, so they are no name. */
const isPronounceable = (word: string): boolean => {
  const letters = stripAccents(word)
  return /[aeiouy]/.test(letters) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(letters)
}

const LAUGHTER = /^(k+|(ha|he|hi|hua|ka|rs)+h?)$/
/** Common words that also occur in family names. */
const COMMON_WORDS_IN_NAMES = loadWordSet('of-names')

/** Returns true if a word cannot belong to a name, so that the name ends before it. */
const cannotBePartOfName = (word: string, index: number): boolean => {
  const normalizedWord = normalizeText(word)
  if (NOT_NAMES.has(normalizedWord) || LAUGHTER.test(normalizedWord) || !/^\p{L}[\p{L}'’-]*$/u.test(word)) return true
  return (
    index > 0 &&
    !PARTICLES.has(normalizedWord) &&
    !COMMON_WORDS_IN_NAMES.has(normalizedWord) &&
    isCommonWord(word) &&
    !isSurname(word)
  )
}

/** Parses a name at the beginning of a text, with at most `maxWords` words. Returns null if there is none. */
const parseName = (candidate: string, maxWords: number): string | null => {
  const words = candidate
    .replace(RAW_TEXT_MATCHERS.title, '')
    .replace(/[()"😊🙂😄👋]+/gu, ' ')
    .trim()
    .split(/[!.,;:]/)[0]
    ?.trim()
    .split(/\s+/) ?? ['']
  const upTo = words.findIndex(cannotBePartOfName)
  const nameWords = (upTo === -1 ? words : words.slice(0, upTo)).slice(0, maxWords)
  while (nameWords.length > 0 && PARTICLES.has((nameWords.at(-1) ?? '').toLowerCase())) nameWords.pop()
  const name = nameWords.map(toNameCase).join(' ')
  const isPlausible = name.length >= 2 && name.length <= 60 && !PARTICLES.has((nameWords[0] ?? '').toLowerCase())
  return isPlausible && isPronounceable(name) ? name : null
}

/** Returns true if a word is a common word or a team matter, and no first name. */
const isOrdinaryWord = (word: string): boolean =>
  !isFirstName(word) && (isCommonWord(word) || detectTeamMatters(normalizeText(word), true).length > 0)

/**
 * Extracts the lead's name if the text introduces it ('me chamo Ana'). If the agent asked for it, a text that is only a name counts too.
 * Returns null otherwise.
 */
export const extractName = (raw: string, wasAsked: boolean): string | null => {
  const introduced = RAW_TEXT_MATCHERS.introduces.exec(raw)?.[1]
  if (introduced) {
    const name = parseName(introduced, 4)
    const isVague = RAW_TEXT_MATCHERS.vagueStart.test(raw) && isOrdinaryWord(introduced.trim().split(/[\s,.!]+/)[0] ?? '')
    if (name && !isVague) return name
  }
  if (!wasAsked) return null
  const nameCandidate = raw.trim().replace(RAW_TEXT_MATCHERS.beforeAName, '').replace(RAW_TEXT_MATCHERS.article, '')
  const words = stripPunctuation(normalizeText(nameCandidate)).split(' ')
  const name = words.length <= 6 && !raw.includes('?') ? parseName(nameCandidate, 4) : null
  if (name === null || isFirstName(name.split(' ')[0] ?? '')) return name
  // A name that is in no list counts only if the text contains nothing else.
  return isOrdinaryWord(name.split(' ')[0] ?? '') || name.split(' ').length < words.length ? null : name
}

/** Returns the name if the text consists only of a known name, otherwise null. */
export const extractBareName = (raw: string): string | null => {
  const words = raw
    .trim()
    .replace(/(?<![.!])[.!]+$/, '')
    .split(/\s+/)
  const isName = words.length <= 4 && isFirstName(words[0] ?? '') && words.every((word) => PARTICLES.has(word) || isSurname(word))
  return isName && !words.every((word) => NOT_NAMES.has(normalizeText(word))) ? parseName(raw, 4) : null
}

/** Removes an introduced name, phone numbers, e-mail addresses, and words such as 'meu e-mail é'. */
const stripContactData = (raw: string): string => {
  const name = extractName(raw, false)
  const introduced = name === null ? null : RAW_TEXT_MATCHERS.introduces.exec(raw)
  const textAfterName =
    introduced?.[1]?.replace(RAW_TEXT_MATCHERS.title, '').split(/\s+/).slice(name?.split(' ').length).join(' ') ?? ''
  const nameless = introduced ? `${raw.slice(0, introduced.index)} ${textAfterName}` : raw
  const words = nameless.replace(/\+?\d[\d\s().-]{6,20}\d/, ' ').split(' ')
  const rest = words.filter((word) => !word.includes('@')).join(' ')
  return rest === nameless ? nameless : rest.replace(RAW_TEXT_MATCHERS.announces, ' ')
}

/** Returns true if a text contains only the lead's name or contact data. */
export const isOnlyContact = (raw: string): boolean => {
  const rest = stripContactData(raw)
  return rest !== raw && !/\d/.test(rest) && !hasContent(normalizeText(rest).replace(RAW_TEXT_MATCHERS.polite, ' '))
}

/** Extracts the company name if the text introduces it. If the agent asked for it, a short answer counts too. Returns null otherwise. */
export const extractCompany = (raw: string, wasAsked: boolean): string | null => {
  const businessName = RAW_TEXT_MATCHERS.introduces.test(raw) ? RAW_TEXT_MATCHERS.ofABusiness.exec(raw)?.[1] : undefined
  const introduced = (businessName ?? RAW_TEXT_MATCHERS.company.exec(raw)?.[1])?.split(RAW_TEXT_MATCHERS.endOfCompany)[0]?.trim()
  if (introduced && !RAW_TEXT_MATCHERS.noCompany.test(introduced.split(' ')[0] ?? '') && introduced.length >= 2)
    return sanitizeQuote(introduced, 60)
  if (!wasAsked || statesNeed(normalizeText(raw))) return null
  const companyCandidate = raw.trim().replace(RAW_TEXT_MATCHERS.beforeACompany, '')
  const words = stripPunctuation(normalizeText(companyCandidate)).split(' ').filter(Boolean)
  return words.length >= 1 && words.length <= 6 && !raw.includes('?') && /\p{L}{2}/u.test(companyCandidate)
    ? sanitizeQuote(companyCandidate.replace(/(?<![.!])[.!]+$/, ''), 60)
    : null
}

const UNIT =
  /\b(apartamento|unidade|bloco|torre|casa|sala|loja|lote|quadra|andar) ?(?:(?:n[o.]{0,2}|numero|:|#) ?)?(\d{1,5}[a-z]?|[a-z](?=\b))(?! ?(quartos?|andares|anos|mil))/g

/** Extracts the unit in a building: 'bloco B, apartamento 52'. Returns null if there is none. */
export const extractBuildingUnit = (normalizedText: string): string | null => {
  const parts = [...normalizedText.matchAll(UNIT)].map(([, kind, number]) => `${kind} ${number?.toUpperCase()}`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** Removes building units ('apartamento 52'), so that the remaining digits may be an order number. */
export const stripBuildingUnit = (normalizedText: string): string => normalizedText.replace(UNIT, ' ')
