import { bare } from './fold.ts'
import { isTradeWord, isWord } from './known-words.ts'
import PATTERNS from './patterns/business.json' with { type: 'json' }
import MATTER_PATTERNS from './patterns/matters.json' with { type: 'json' }
import NEEDS from './patterns/needs.json' with { type: 'json' }
import TIMING from './patterns/timing.json' with { type: 'json' }
import { patternsOf, valueIn, valuesIn } from './patterns.ts'
import { wordPairs } from './words.ts'

const SAID = patternsOf(PATTERNS)
/** Of text as it was written. */
const WRITTEN = patternsOf(NEEDS, NEEDS, 'iu')

/** How many people: '12 pessoas', 'somos 5', 'uns 30', 'entre 10 e 20', 'só eu'. A bare number counts only as an answer. */
export const teamSizeIn = (folded: string, answering: boolean): string | null => {
  const plain = bare(folded)
  if (SAID.alone.test(plain)) return 'só a própria pessoa'
  const between = SAID.between.exec(`${plain} `)
  if (between && (answering || SAID.ofPeople.test(plain))) return `de ${between[1]} a ${between[2]} pessoas`
  const named = SAID.team.exec(plain) ?? SAID.weAre.exec(plain)
  const bareNumber = answering ? /\b(\d{1,5})\b/.exec(plain) : null
  const count = (named ?? bareNumber)?.[1]
  if (count) return count === '1' ? '1 pessoa' : `${count} pessoas`
  if (!answering) return null
  if (SAID.few.test(plain)) return 'equipe pequena'
  if (SAID.many.test(plain)) return 'equipe grande'
  const spelled = SAID.spelledCount.exec(plain)
  return spelled ? `${spelled[1] === 'tres' ? 'três' : spelled[1]} pessoas` : null
}

/** 'K', 'mi': how many, as it is written out. */
const SCALES = wordPairs('scales')

/** Money as people write it: 'até R$ 500 mil', '2k por mês', '1,5 milhão'. A bare number of three digits or more counts as an answer. */
export const moneyIn = (folded: string, answering: boolean): string | null => {
  const range = SAID.range.exec(folded)
  const isRent = SAID.rent.test(folded)
  const monthly = SAID.monthly.test(folded) ? ' por mês' : ''
  const write = (number: string, unit: string | undefined) => `R$ ${number}${SCALES.get(unit ?? '') ?? ''}`
  if (range?.[1] && range[3] && (range[2] ?? range[4] ?? (answering || folded.includes('r$'))))
    return `entre ${write(range[1], range[2] ?? range[4])} e ${write(range[3], range[4])}${monthly}`
  const one = SAID.inReais.exec(folded) ?? SAID.withScale.exec(folded) ?? (answering || isRent ? SAID.bare.exec(folded) : null)
  if (!one?.[1] || (!one[2] && !folded.includes('r$') && one[1].replace(/\D/g, '').length < 3)) return null
  const limit = SAID.atMost.test(folded) ? 'até ' : SAID.atLeast.test(folded) ? 'a partir de ' : ''
  return `${limit}${write(one[1], one[2])}${monthly}`
}

const SPANS = patternsOf(TIMING)

/** How soon: a few spans in words that fit 'para …'. */
export const timingIn = (folded: string): string | null => {
  const span = valueIn(folded, SPANS)
  if (span) return span
  const counted = /\b(\d{1,3}|uma|duas|dois|tres|quatro|seis) (dias?|semanas?|mes|meses|anos?)\b/.exec(folded)
  if (counted) return `daqui a ${counted[1] === 'tres' ? 'três' : counted[1]} ${counted[2] === 'mes' ? 'mês' : counted[2]}`
  const month = /\b(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/.exec(folded)
  return month?.[1] ? (month[1] === 'marco' ? 'março' : month[1]) : null
}

/** The text without a greeting before it. */
export const withoutGreeting = (raw: string): string => raw.trim().replace(WRITTEN.openings, '')

/** What the lead is after, without the wish and what stands before it: 'oi, quero alugar um apê' → 'alugar um apê'. */
export const needIn = (raw: string): string => {
  const stripped = raw.trim().replace(WRITTEN.openings, '').replace(WRITTEN.introduction, '').replace(WRITTEN.beforeAWish, '')
  const bought = /\bcomprar\b/iu.test(stripped.split(' ').slice(0, 4).join(' '))
  const need = stripped
    .replace(WRITTEN.wishes, '')
    .replace(/^com\s+/iu, '')
    .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
    .trim()
  if (need === '') return ''
  const lowered = /^\p{Lu}\p{Ll}/u.test(need) ? need[0]?.toLocaleLowerCase('pt-BR') + need.slice(1) : need
  return bought && !/^comprar\b/u.test(lowered) ? `comprar ${lowered}` : lowered
}

/** True when the line tells of a wish, whatever was asked. */
export const tellsNeed = (folded: string): boolean => SAID.need.test(folded)

/** Enough of an answer to be kept as one: words, not mashed keys, signs, or sounds that mean nothing. */
export const saysSomething = (folded: string): boolean => {
  const words = bare(folded)
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word))
  if (words.length === 0 || SAID.filler.test(bare(folded))) return false
  const readable = words.filter((word) => isTradeWord(word) || (/[aeiouy]/.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(word)))
  return readable.length * 2 > words.length && (words.length > 1 || (words[0] ?? '').length >= 4) && words.some(isWord)
}

/** A line that neither tells nor asks anything: a murmur, a laugh, a face. */
export const isMurmur = (folded: string): boolean => {
  const words = bare(folded).split(' ')
  return words.every((word) => word === '' || SAID.murmur.test(word)) || (SAID.filler.test(words.join(' ')) && words.length <= 3)
}

/** What leads ask that is written nowhere here: only the team knows. Named as it stands after 'sobre'. */
const MATTERS = patternsOf(MATTER_PATTERNS)

/** 'Me manda o preparo': asked for without a question mark. */
export const asksToSend = (folded: string): boolean => SAID.asksToSend.test(folded) || SAID.sendMe.test(folded)

/** The matters that a folded line asks about. */
export const mattersOf = (folded: string, isQuestion: boolean): string[] =>
  isQuestion || SAID.request.test(folded) ? valuesIn(folded, MATTERS) : []
