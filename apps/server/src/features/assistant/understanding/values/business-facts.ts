import PATTERNS from '../patterns/business.json' with { type: 'json' }
import MATTER_PATTERNS from '../patterns/matters.json' with { type: 'json' }
import NEEDS from '../patterns/needs.json' with { type: 'json' }
import TIMING from '../patterns/timing.json' with { type: 'json' }
import { compilePatterns, findMatchingName, findMatchingNames } from '../patterns.ts'
import { stripPunctuation } from '../text/normalize-text.ts'
import { isMeaningfulWord, isTradeWord } from '../text/vocabulary.ts'
import { loadWordPairs } from '../text/word-lists.ts'

const MATCHERS = compilePatterns(PATTERNS)
/** Patterns for the original, not normalized text. */
const RAW_TEXT_MATCHERS = compilePatterns(NEEDS, NEEDS, 'iu')

/**
 * Returns a team size: '12 pessoas', 'somos 5', 'uns 30', 'entre 10 e 20', 'só eu'. Accepts a bare number only as an answer. Null if there
 * is none.
 */
export const extractTeamSize = (folded: string, answering: boolean): string | null => {
  const plain = stripPunctuation(folded)
  if (MATCHERS.alone.test(plain)) return 'só a própria pessoa'
  const between = MATCHERS.between.exec(`${plain} `)
  if (between && (answering || MATCHERS.ofPeople.test(plain))) return `de ${between[1]} a ${between[2]} pessoas`
  const named = MATCHERS.team.exec(plain) ?? MATCHERS.weAre.exec(plain)
  const bareNumber = answering ? /\b(\d{1,5})\b/.exec(plain) : null
  const count = (named ?? bareNumber)?.[1]
  if (count) return count === '1' ? '1 pessoa' : `${count} pessoas`
  if (!answering) return null
  if (MATCHERS.few.test(plain)) return 'equipe pequena'
  if (MATCHERS.many.test(plain)) return 'equipe grande'
  const spelled = MATCHERS.spelledCount.exec(plain)
  return spelled ? `${spelled[1] === 'tres' ? 'três' : spelled[1]} pessoas` : null
}

/** Written forms of scales like 'k' and 'mi'. */
const SCALES = loadWordPairs('scales')

/**
 * Returns an amount as people write it: 'até R$ 500 mil', '2k por mês', '1,5 milhão'. Accepts a bare number of three or more digits only as
 * an answer. Null if there is none.
 */
export const extractMoneyAmount = (folded: string, answering: boolean): string | null => {
  const range = MATCHERS.range.exec(folded)
  const isRent = MATCHERS.rent.test(folded)
  const monthly = MATCHERS.monthly.test(folded) ? ' por mês' : ''
  const write = (number: string, unit: string | undefined) => `R$ ${number}${SCALES.get(unit ?? '') ?? ''}`
  if (range?.[1] && range[3] && (range[2] ?? range[4] ?? (answering || folded.includes('r$'))))
    return `entre ${write(range[1], range[2] ?? range[4])} e ${write(range[3], range[4])}${monthly}`
  const one =
    MATCHERS.inReais.exec(folded) ?? MATCHERS.withScale.exec(folded) ?? (answering || isRent ? MATCHERS.bare.exec(folded) : null)
  if (!one?.[1] || (!one[2] && !folded.includes('r$') && one[1].replace(/\D/g, '').length < 3)) return null
  const limit = MATCHERS.atMost.test(folded) ? 'até ' : MATCHERS.atLeast.test(folded) ? 'a partir de ' : ''
  return `${limit}${write(one[1], one[2])}${monthly}`
}

const TIMING_MATCHERS = compilePatterns(TIMING)

/** Returns how soon something is wanted, as words that fit after 'para …', or null. */
export const extractTiming = (folded: string): string | null => {
  const span = findMatchingName(folded, TIMING_MATCHERS)
  if (span) return span
  const counted = /\b(\d{1,3}|uma|duas|dois|tres|quatro|seis) (dias?|semanas?|mes|meses|anos?)\b/.exec(folded)
  if (counted) return `daqui a ${counted[1] === 'tres' ? 'três' : counted[1]} ${counted[2] === 'mes' ? 'mês' : counted[2]}`
  const month = /\b(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/.exec(folded)
  return month?.[1] ? (month[1] === 'marco' ? 'março' : month[1]) : null
}

/** Removes a greeting at the beginning. */
export const stripGreeting = (raw: string): string => raw.trim().replace(RAW_TEXT_MATCHERS.openings, '')

/** Returns what the lead wants, without the words of wishing: 'oi, quero alugar um apê' becomes 'alugar um apê'. May be empty. */
export const extractNeed = (raw: string): string => {
  const stripped = raw
    .trim()
    .replace(RAW_TEXT_MATCHERS.openings, '')
    .replace(RAW_TEXT_MATCHERS.introduction, '')
    .replace(RAW_TEXT_MATCHERS.beforeAWish, '')
  const bought = /\bcomprar\b/iu.test(stripped.split(' ').slice(0, 4).join(' '))
  const need = stripped
    .replace(RAW_TEXT_MATCHERS.wishes, '')
    .replace(/^com\s+/iu, '')
    .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
    .trim()
  if (need === '') return ''
  const lowered = /^\p{Lu}\p{Ll}/u.test(need) ? need[0]?.toLocaleLowerCase('pt-BR') + need.slice(1) : need
  return bought && !/^comprar\b/u.test(lowered) ? `comprar ${lowered}` : lowered
}

/** Returns true if the line states a need. */
export const statesNeed = (folded: string): boolean => MATCHERS.need.test(folded)

/** Returns true if a text has enough content to be stored as an answer: words, not random keys, signs or filler sounds. */
export const hasContent = (folded: string): boolean => {
  const words = stripPunctuation(folded)
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word))
  if (words.length === 0 || MATCHERS.filler.test(stripPunctuation(folded))) return false
  const readable = words.filter((word) => isTradeWord(word) || (/[aeiouy]/.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(word)))
  return readable.length * 2 > words.length && (words.length > 1 || (words[0] ?? '').length >= 4) && words.some(isMeaningfulWord)
}

/** Returns true if a line has no content: filler sounds, laughter, an emoji. */
export const isBackchannel = (folded: string): boolean => {
  const words = stripPunctuation(folded).split(' ')
  return (
    words.every((word) => word === '' || MATCHERS.murmur.test(word)) ||
    (MATCHERS.filler.test(words.join(' ')) && words.length <= 3)
  )
}

/** Matters that only the team knows, each named as it is used after 'sobre'. */
const MATTER_MATCHERS = compilePatterns(MATTER_PATTERNS)

/** Returns true for a request without a question mark: 'Me manda o preparo'. */
export const isSendRequest = (folded: string): boolean => MATCHERS.asksToSend.test(folded) || MATCHERS.sendMe.test(folded)

/** Returns the matters that a normalized line asks about. */
export const detectTeamMatters = (folded: string, isQuestion: boolean): string[] =>
  isQuestion || MATCHERS.request.test(folded) ? findMatchingNames(folded, MATTER_MATCHERS) : []
