import PATTERNS from '../patterns/business.json' with { type: 'json' }
import MATTER_PATTERNS from '../patterns/matters.json' with { type: 'json' }
import NEEDS from '../patterns/needs.json' with { type: 'json' }
import TIMING from '../patterns/timing.json' with { type: 'json' }
import { compilePatterns, findMatchingName, findMatchingNames } from '../patterns.ts'
import { stripPunctuation } from '../text/normalize-text.ts'
import { isMeaningfulWord, isTradeWord } from '../text/vocabulary.ts'
import { loadWordPairs } from '../text/word-lists.ts'

const MATCHERS = compilePatterns(PATTERNS)
/** Patterns for text that is not normalized. */
const RAW_TEXT_MATCHERS = compilePatterns(NEEDS, NEEDS, 'iu')

/**
 * Extracts a team size: '12 pessoas', 'só a própria pessoa', 'de 10 a 20 pessoas'. A bare number counts only if the agent asked for it.
 * Returns null if there is none.
 */
export const extractTeamSize = (normalizedText: string, wasAsked: boolean): string | null => {
  const withoutPunctuation = stripPunctuation(normalizedText)
  if (MATCHERS.alone.test(withoutPunctuation)) return 'só a própria pessoa'
  const between = MATCHERS.between.exec(`${withoutPunctuation} `)
  if (between && (wasAsked || MATCHERS.ofPeople.test(withoutPunctuation))) return `de ${between[1]} a ${between[2]} pessoas`
  const namedCount = MATCHERS.team.exec(withoutPunctuation) ?? MATCHERS.weAre.exec(withoutPunctuation)
  const bareNumber = wasAsked ? /\b(\d{1,5})\b/.exec(withoutPunctuation) : null
  const count = (namedCount ?? bareNumber)?.[1]
  if (count) return count === '1' ? '1 pessoa' : `${count} pessoas`
  if (!wasAsked) return null
  if (MATCHERS.few.test(withoutPunctuation)) return 'equipe pequena'
  if (MATCHERS.many.test(withoutPunctuation)) return 'equipe grande'
  const spelled = MATCHERS.spelledCount.exec(withoutPunctuation)
  return spelled ? `${spelled[1] === 'tres' ? 'três' : spelled[1]} pessoas` : null
}

/** Written forms of scales, by normalized form: 'k', 'mi'. */
const SCALES = loadWordPairs('scales')

/**
 * Extracts an amount of money: 'até R$ 500 mil', 'R$ 1,5 milhão'. A bare number counts only if the agent asked for it, and from three
 * digits. Returns null if there is none.
 */
export const extractMoneyAmount = (normalizedText: string, wasAsked: boolean): string | null => {
  const range = MATCHERS.range.exec(normalizedText)
  const isRent = MATCHERS.rent.test(normalizedText)
  const monthly = MATCHERS.monthly.test(normalizedText) ? ' por mês' : ''
  const formatReais = (number: string, unit: string | undefined) => `R$ ${number}${SCALES.get(unit ?? '') ?? ''}`
  if (range?.[1] && range[3] && (range[2] ?? range[4] ?? (wasAsked || normalizedText.includes('r$'))))
    return `entre ${formatReais(range[1], range[2] ?? range[4])} e ${formatReais(range[3], range[4])}${monthly}`
  const match =
    MATCHERS.inReais.exec(normalizedText) ??
    MATCHERS.withScale.exec(normalizedText) ??
    (wasAsked || isRent ? MATCHERS.bare.exec(normalizedText) : null)
  if (!match?.[1] || (!match[2] && !normalizedText.includes('r$') && match[1].replace(/\D/g, '').length < 3)) return null
  const limit = MATCHERS.atMost.test(normalizedText) ? 'até ' : MATCHERS.atLeast.test(normalizedText) ? 'a partir de ' : ''
  return `${limit}${formatReais(match[1], match[2])}${monthly}`
}

const TIMING_MATCHERS = compilePatterns(TIMING)

/** Extracts how soon the lead wants something, in words that fit after 'para'. Returns null if the text does not say. */
export const extractTiming = (normalizedText: string): string | null => {
  const span = findMatchingName(normalizedText, TIMING_MATCHERS)
  if (span) return span
  const durationMatch = /\b(\d{1,3}|uma|duas|dois|tres|quatro|seis) (dias?|semanas?|mes|meses|anos?)\b/.exec(normalizedText)
  if (durationMatch)
    return `daqui a ${durationMatch[1] === 'tres' ? 'três' : durationMatch[1]} ${durationMatch[2] === 'mes' ? 'mês' : durationMatch[2]}`
  const month = /\b(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/.exec(
    normalizedText,
  )
  return month?.[1] ? (month[1] === 'marco' ? 'março' : month[1]) : null
}

/** Removes a greeting at the beginning of a text. */
export const stripGreeting = (raw: string): string => raw.trim().replace(RAW_TEXT_MATCHERS.openings, '')

/** Extracts what the lead wants: 'oi, quero alugar um apê' becomes 'alugar um apê'. Returns an empty string if nothing is left. */
export const extractNeed = (raw: string): string => {
  const stripped = raw
    .trim()
    .replace(RAW_TEXT_MATCHERS.openings, '')
    .replace(RAW_TEXT_MATCHERS.introduction, '')
    .replace(RAW_TEXT_MATCHERS.beforeAWish, '')
  const mentionsBuying = /\bcomprar\b/iu.test(stripped.split(' ').slice(0, 4).join(' '))
  const need = stripped
    .replace(RAW_TEXT_MATCHERS.wishes, '')
    .replace(/^com\s+/iu, '')
    .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
    .trim()
  if (need === '') return ''
  const lowered = /^\p{Lu}\p{Ll}/u.test(need) ? need[0]?.toLocaleLowerCase('pt-BR') + need.slice(1) : need
  return mentionsBuying && !/^comprar\b/u.test(lowered) ? `comprar ${lowered}` : lowered
}

/** Returns true if a sentence states a need, for example by 'quero' or 'preciso de'. */
export const statesNeed = (normalizedText: string): boolean => MATCHERS.need.test(normalizedText)

/** Returns true if a text is worth storing as an answer. Random keys, punctuation and filler sounds are not. */
export const hasContent = (normalizedText: string): boolean => {
  const words = stripPunctuation(normalizedText)
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word))
  if (words.length === 0 || MATCHERS.filler.test(stripPunctuation(normalizedText))) return false
  const readable = words.filter((word) => isTradeWord(word) || (/[aeiouy]/.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(word)))
  return readable.length * 2 > words.length && (words.length > 1 || (words[0] ?? '').length >= 4) && words.some(isMeaningfulWord)
}

/** Returns true if a sentence is only filler: sounds, laughter, an emoji. */
export const isBackchannel = (normalizedText: string): boolean => {
  const words = stripPunctuation(normalizedText).split(' ')
  return (
    words.every((word) => word === '' || MATCHERS.murmur.test(word)) ||
    (MATCHERS.filler.test(words.join(' ')) && words.length <= 3)
  )
}

/** Patterns of matters that only the team can answer. Each name fits after 'sobre'. */
const MATTER_MATCHERS = compilePatterns(MATTER_PATTERNS)

/** Returns true if a sentence asks to send something, even without a question mark: 'Me manda o preparo'. */
export const isSendRequest = (normalizedText: string): boolean =>
  MATCHERS.asksToSend.test(normalizedText) || MATCHERS.sendMe.test(normalizedText)

/** Returns the matters in a sentence that only the team can answer. Statements count only if they are requests. */
export const detectTeamMatters = (normalizedText: string, isQuestion: boolean): string[] =>
  isQuestion || MATCHERS.request.test(normalizedText) ? findMatchingNames(normalizedText, MATTER_MATCHERS) : []
