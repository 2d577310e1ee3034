import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { extractDay } from '../understanding/dates/day.ts'
import { extractHour } from '../understanding/dates/hour.ts'
import { normalizeText } from '../understanding/text/normalize-text.ts'
import { extractEmail, extractPhone } from '../understanding/values/contact-data.ts'
import { normalizeForClaims } from './after/claims/normalize-for-claims.ts'
import { parseNumber } from './after/claims/numerals.ts'
import PHRASES from './phrases.json' with { type: 'json' }

const AMOUNT = /(r\$ ?)?(?<![\d.,/:-])(\d{1,12}(?:[.,]\d{1,3}){0,4})(?![\d/:h])( ?(?:reais|real|contos))?/g
/** Matches words that make a number an amount of money even without a currency: 'trezentos e cinquenta mil'. */
const ROUND_AMOUNT_WORDS = /\b(?:mil|milhao|milhoes)\b/
const THOUSAND = 1_000
const MILLION = 1_000_000
const CPF = /(?<!\d)(\d{3})[. ]?(\d{3})[. ]?(\d{3})[- ]?(\d{2})(?!\d)/

/** Formats an amount in reais: 'R$ 350 mil', 'R$ 1,2 milhão', 'R$ 99,90'. */
const formatAmount = (value: number): string => {
  const inPt = (number: number, digits = 0) =>
    number.toLocaleString('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: 2 })
  if (value >= MILLION && value % (MILLION / 100) === 0)
    return `R$ ${inPt(value / MILLION)} ${value < 2 * MILLION ? 'milhão' : 'milhões'}`
  if (value >= THOUSAND && value % THOUSAND === 0) return `R$ ${inPt(value / THOUSAND)} mil`
  return `R$ ${inPt(value, Number.isInteger(value) ? 0 : 2)}`
}

const extractAmounts = (text: string): string[] => {
  const isRound = ROUND_AMOUNT_WORDS.test(normalizeText(text))
  return [...normalizeForClaims(text).matchAll(AMOUNT)].flatMap(([, sign, number = '', unit]) => {
    const value = parseNumber(number)
    const isSum = sign !== undefined || unit !== undefined || (isRound && value >= THOUSAND)
    return isSum ? formatAmount(value) : []
  })
}

const extractDateTimes = (text: string, now: Date, timeZone: string): string[] => {
  const folded = normalizeText(text)
  const day = extractDay(folded, now, timeZone)
  const named = extractHour(folded, false)
  const hour = named && named.from !== null ? named.text : null
  const date = day?.kind === 'day' ? day.text : null
  if (hour === null) return date === null ? [] : [date]
  const at = /^\d/.test(hour) ? `às ${hour}` : hour
  return [date === null ? at : `${date}, ${at}`]
}

/** Converts an e-mail address that was spelled aloud ('ana arroba exemplo ponto com') to its written form. */
export const restoreSpelledEmail = (said: string): string =>
  /\barroba\b/i.test(said) ? said.replace(/ ?\barroba\b ?/gi, '@').replaceAll(/(?<=[\p{L}\d]) ponto (?=\p{L})/giu, '.') : said

/**
 * Extracts amounts, dates, times, phone numbers, e-mail addresses and CPFs from the transcript of a voice message, formatted so that the
 * agent can repeat them for confirmation.
 */
export function extractSpokenData(said: string, now: Date, timeZone: string): string[] {
  const cpf = CPF.exec(said)
  const rest = cpf ? said.replace(cpf[0], ' ') : said
  const phone = extractPhone(rest)
  const isPhone = phone !== null && phone !== 'no-area'
  const email = extractEmail(rest)
  // The digits of a phone number or address are not amounts.
  const words = rest.replace(isPhone ? /\+?\d[\d\s().-]{6,20}\d/ : '', ' ').replace(email ?? '', ' ')
  return [
    ...extractAmounts(words),
    ...extractDateTimes(words, now, timeZone),
    ...(isPhone ? [formatPhone(phone.phone)] : []),
    ...(email ? [email] : []),
    ...(cpf ? [`CPF ${cpf.slice(1, 4).join('.')}-${cpf[4]}`] : []),
  ]
}

/** Returns the question that asks the lead to confirm the data: 'Entendi R$ 350 mil, certo?' */
export const formatConfirmationQuestion = (data: readonly string[]): string =>
  (PHRASES.saidBack[0] ?? '').replace('{data}', [...new Set(data)].join('; '))
