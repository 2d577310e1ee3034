import { fold } from '../understanding/fold.ts'
import { intentsOf } from '../understanding/intents.ts'
import { sharesOf } from '../understanding/likeness/classify.ts'
import PHRASES from './away-messages.json' with { type: 'json' }

/** Maximum number of characters parsed: an automatic reply is recognized by its beginning. */
const READ_CHARS = 2_000
const MENU_LINES = 3

const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
/** Normalizes text and puts a space on both sides, so that phrases match whole words only. */
const spaced = (text: string): string => ` ${plain(text)} `

/**
 * Phrases of automatic replies: `sure` ones suffice alone, `hints` need a second one, and `ofAPerson` shows that a human writes about such
 * replies.
 */
const SIGNS = {
  sure: PHRASES.sure.map(spaced),
  hints: PHRASES.hints.map(spaced),
  /** Hints that are questions. */
  offers: PHRASES.offers.map(spaced),
  ofAPerson: PHRASES.ofAPerson.map(spaced),
  /** A numbered list is a menu only together with an instruction to choose. */
  menu: PHRASES.menu.map(spaced),
}

const has = (text: string, signs: readonly string[]): boolean => signs.some((sign) => text.includes(sign))

/**
 * Matches a self-introduction like 'Aqui é a Clara, assistente virtual da Aurora'. Matches the rare words first and then looks back, which
 * is much faster than scanning from each 'sou'.
 */
const INTRODUCES_ITSELF =
  /, (?=(?:(?:a|o|uma|um|sua|seu) )?(?:assistente|agente|atendente|consultora?) (?:virtual|digital|de ia)\b(?! de voces))(?<=\b(?:aqui e|aqui fala|sou|me chamo|meu nome e)\b[^?!]{0,80}, )/
const GOES_ON = /, (?=continuando a nossa conversa\b)(?<=\baqui e\b[^?!]{0,120}, )/

/** Minimum share of the words classified as an automatic reply if no known phrase is found. */
const ALIKE = 0.6
const FEWEST_WORDS = 5
const ALIKE_OF_FEW_WORDS = 0.9

/** Matches a promise to return or answer. With it, a smaller share suffices. */
const PROMISES =
  /\b(?:retorn(?:o|arei|amos|aremos|ara)|respond(?:o|erei|emos|eremos)|a gente (?:te )?(?:responde|atende|chama|retorna)|(?:te|lhe) (?:respond\w+|atend\w+|retorn\w+)|volt(?:amos|aremos)|reabr(?:e|imos|iremos)|sera (?:atendid[oa]|respondid[oa]|redirecionad[oa])|entr(?:o|amos|arei|aremos) em contato)\b/
const ALIKE_WITH_PROMISE = 0.3

const isAlike = (folded: string): boolean => {
  const share = sharesOf(folded, intentsOf(folded), intentsOf)['away_message'] ?? 0
  const words = folded.split(' ').length
  if (words < FEWEST_WORDS) return words > 2 && share >= ALIKE_OF_FEW_WORDS
  return share >= (PROMISES.test(folded) ? ALIKE_WITH_PROMISE : ALIKE)
}

const isNumbered = (line: string): boolean => /^\d{1,2}\b ?[-.:/]? ?\p{L}/u.test(fold(line))

/** Returns true if a lead's messages look like an automatic reply: an absence notice, a menu, or an assistant that introduces itself. */
export function isAwayMessage(texts: readonly string[]): boolean {
  const raw = texts.join('\n').slice(0, READ_CHARS)
  const folded = fold(raw)
  if (INTRODUCES_ITSELF.test(folded) || GOES_ON.test(folded)) return true
  const sentences = raw
    .split(/(?<=[.!?…])\s|\n/)
    .map((sentence) => ({ asks: /\?\s*$/.test(sentence), words: spaced(sentence) }))
    .filter(({ words }) => !has(words, SIGNS.ofAPerson))
  const told = sentences.filter(({ asks }) => !asks).map(({ words }) => words)
  if (told.some((words) => has(words, SIGNS.sure))) return true
  if (raw.split('\n').filter(isNumbered).length >= MENU_LINES && told.some((words) => has(words, SIGNS.menu))) return true
  const all = sentences.map(({ words }) => words)
  return count(told, SIGNS.hints) + count(all, SIGNS.offers) >= 2 || isAlike(folded)
}

const count = (texts: readonly string[], signs: readonly string[]): number =>
  signs.filter((sign) => texts.some((text) => text.includes(sign))).length
