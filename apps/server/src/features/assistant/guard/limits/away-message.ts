import { classifyLine } from '../../understanding/classifier/classify-line.ts'
import { detectIntents } from '../../understanding/intents/intents.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import PHRASES from './away-messages.json' with { type: 'json' }

/** Maximum number of characters parsed. The beginning shows whether a text is an automatic reply. */
const MAX_PARSED_CHARS = 2_000
const MIN_MENU_LINES = 3

const stripSigns = (text: string): string =>
  normalizeText(text)
    .replace(/[^\p{L}\p{N}]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
/** Normalizes a text and adds spaces around it, so that phrases match whole words only. */
const padWithSpaces = (text: string): string => ` ${stripSigns(text)} `

/**
 * Phrases of automatic replies. One of `certain` is enough; of `hints`, two are needed. Sentences with one of `writtenByHuman` are ignored,
 * because a human writes about such replies.
 */
const AWAY_PHRASES = {
  certain: PHRASES.sure.map(padWithSpaces),
  hints: PHRASES.hints.map(padWithSpaces),
  /** Hints that count in questions too. */
  offers: PHRASES.offers.map(padWithSpaces),
  writtenByHuman: PHRASES.ofAPerson.map(padWithSpaces),
  /** Requests to choose an option. Only together with one is a numbered list a menu. */
  menu: PHRASES.menu.map(padWithSpaces),
}

const containsAny = (text: string, phrases: readonly string[]): boolean => phrases.some((phrase) => text.includes(phrase))

/**
 * Matches 'Aqui é a Clara, assistente virtual da Aurora'. For speed, finds the rare words first and then looks back for 'aqui é' or 'sou'.
 */
const SELF_INTRODUCTION =
  /, (?=(?:(?:a|o|uma|um|sua|seu) )?(?:assistente|agente|atendente|consultora?) (?:virtual|digital|de ia)\b(?! de voces))(?<=\b(?:aqui e|aqui fala|sou|me chamo|meu nome e)\b[^?!]{0,80}, )/
const CONVERSATION_CONTINUATION = /, (?=continuando a nossa conversa\b)(?<=\baqui e\b[^?!]{0,120}, )/

/** Minimum probability of the class 'away_message' if no known phrase is found. */
const MIN_AWAY_SHARE = 0.6
const MIN_CLASSIFIED_WORDS = 5
const MIN_AWAY_SHARE_FEW_WORDS = 0.9

/** Matches a promise to return or answer. With one, a lower probability is enough. */
const REPLY_PROMISE =
  /\b(?:retorn(?:o|arei|amos|aremos|ara)|respond(?:o|erei|emos|eremos)|a gente (?:te )?(?:responde|atende|chama|retorna)|(?:te|lhe) (?:respond\w+|atend\w+|retorn\w+)|volt(?:amos|aremos)|reabr(?:e|imos|iremos)|sera (?:atendid[oa]|respondid[oa]|redirecionad[oa])|entr(?:o|amos|arei|aremos) em contato)\b/
const MIN_AWAY_SHARE_WITH_PROMISE = 0.3

const isClassifiedAsAway = (normalizedText: string): boolean => {
  const share = classifyLine(normalizedText, detectIntents(normalizedText), detectIntents)['away_message'] ?? 0
  const words = normalizedText.split(' ').length
  if (words < MIN_CLASSIFIED_WORDS) return words > 2 && share >= MIN_AWAY_SHARE_FEW_WORDS
  return share >= (REPLY_PROMISE.test(normalizedText) ? MIN_AWAY_SHARE_WITH_PROMISE : MIN_AWAY_SHARE)
}

const isMenuLine = (line: string): boolean => /^\d{1,2}\b ?[-.:/]? ?\p{L}/u.test(normalizeText(line))

/** Returns true if the texts look automatic: an absence notice, a menu, or an assistant that introduces itself. */
export function isAwayMessage(texts: readonly string[]): boolean {
  const raw = texts.join('\n').slice(0, MAX_PARSED_CHARS)
  const normalizedText = normalizeText(raw)
  if (SELF_INTRODUCTION.test(normalizedText) || CONVERSATION_CONTINUATION.test(normalizedText)) return true
  const sentences = raw
    .split(/(?<=[.!?…])\s|\n/)
    .map((sentence) => ({ isQuestion: /\?\s*$/.test(sentence), words: padWithSpaces(sentence) }))
    .filter(({ words }) => !containsAny(words, AWAY_PHRASES.writtenByHuman))
  const statements = sentences.filter(({ isQuestion }) => !isQuestion).map(({ words }) => words)
  if (statements.some((words) => containsAny(words, AWAY_PHRASES.certain))) return true
  if (
    raw.split('\n').filter(isMenuLine).length >= MIN_MENU_LINES &&
    statements.some((words) => containsAny(words, AWAY_PHRASES.menu))
  )
    return true
  const all = sentences.map(({ words }) => words)
  return (
    countMatches(statements, AWAY_PHRASES.hints) + countMatches(all, AWAY_PHRASES.offers) >= 2 ||
    isClassifiedAsAway(normalizedText)
  )
}

const countMatches = (texts: readonly string[], phrases: readonly string[]): number =>
  phrases.filter((phrase) => texts.some((text) => text.includes(phrase))).length
