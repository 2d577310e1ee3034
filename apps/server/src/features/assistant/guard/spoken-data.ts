import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { extractDay } from '../understanding/dates/day.ts'
import { extractHour } from '../understanding/dates/hour.ts'
import { normalizeText } from '../understanding/text/normalize-text.ts'
import { extractEmail, extractPhone } from '../understanding/values/contact-data.ts'
import { normalizeForClaims } from './after/claims/normalize-for-claims.ts'
import { parseNumber } from './after/claims/numerals.ts'
import PHRASES from './phrases.json' with { type: 'json' }

const AMOUNT = /(r\$ ?)?(?<![\d.,/:-])(\d{1,12}(?:[.,]\d{1,3}){0,4})(?![\d/:h])( ?(?:reais|real|contos))?/g
/** Matches words that make a number an amount even without currency: 'trezentos e cinquenta mil'. */
const ROUND_AMOUNT_WORDS = /\b(?:mil|milhao|milhoes)\b/
const THOUSAND = 1_000
const MILLION = 1_000_000
const CPF = /(?<!\d)(\d{3})[. ]?(\d{3})[. ]?(\d{3})[- ]?(\d{2})(?!\d)/

/** Formats an amount in reais: 'R$ 350 mil', 'R$ 1,2 milhão', 'R$ 99,90'. */
const formatAmount = (value: number): string => {
  const formatNumber = (number: number, digits = 0) =>
    number.toLocaleString('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: 2 })
  if (value >= MILLION && value % (MILLION / 100) === 0)
    return `R$ ${formatNumber(value / MILLION)} ${value < 2 * MILLION ? 'milhão' : 'milhões'}`
  if (value >= THOUSAND && value % THOUSAND === 0) return `R$ ${formatNumber(value / THOUSAND)} mil`
  return `R$ ${formatNumber(value, Number.isInteger(value) ? 0 : 2)}`
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
  const normalizedText = normalizeText(text)
  const day = extractDay(normalizedText, now, timeZone)
  const namedHour = extractHour(normalizedText, false)
  const hour = namedHour && namedHour.minutes !== null ? namedHour.text : null
  const date = day?.kind === 'day' ? day.text : null
  if (hour === null) return date === null ? [] : [date]
  const timeText = /^\d/.test(hour) ? `às ${hour}` : hour
  return [date === null ? timeText : `${date}, ${timeText}`]
}

/** Restores a spelled e-mail address: 'ana arroba exemplo ponto com'. */
export const restoreSpelledEmail = (text: string): string =>
  /\barroba\b/i.test(text) ? text.replace(/ ?\barroba\b ?/gi, '@').replaceAll(/(?<=[\p{L}\d]) ponto (?=\p{L})/giu, '.') : text

/**
 * Extracts amounts, dates, times, phone numbers, e-mail addresses and CPFs from a voice transcript, formatted for a confirmation question.
 */
export function extractSpokenData(transcript: string, now: Date, timeZone: string): string[] {
  const cpf = CPF.exec(transcript)
  const withoutCpf = cpf ? transcript.replace(cpf[0], ' ') : transcript
  const phone = extractPhone(withoutCpf)
  const isPhone = phone !== null && phone !== 'no-area'
  const email = extractEmail(withoutCpf)
  // Digits of a phone number or e-mail address are no amount.
  const textWithoutContacts = withoutCpf.replace(isPhone ? /\+?\d[\d\s().-]{6,20}\d/ : '', ' ').replace(email ?? '', ' ')
  return [
    ...extractAmounts(textWithoutContacts),
    ...extractDateTimes(textWithoutContacts, now, timeZone),
    ...(isPhone ? [formatPhone(phone.phone)] : []),
    ...(email ? [email] : []),
    ...(cpf ? [`CPF ${cpf.slice(1, 4).join('.')}-${cpf[4]}`] : []),
  ]
}

/** Returns the confirmation question: 'Entendi R$ 350 mil, certo?'. */
export const formatConfirmationQuestion = (data: readonly string[]): string =>
  (PHRASES.saidBack[0] ?? '').replace('{data}', [...new Set(data)].join('; '))
