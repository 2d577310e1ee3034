import { formatPhone } from '@prosa/contract/rules/phone'
import { emailIn, phoneIn } from '../understanding/contact.ts'
import { dayIn } from '../understanding/day.ts'
import { fold } from '../understanding/fold.ts'
import { hourIn } from '../understanding/hour.ts'
import { valueOf } from './after/numerals.ts'
import { toPlain } from './after/plain.ts'
import PHRASES from './phrases.json' with { type: 'json' }

const SUM = /(r\$ ?)?(?<![\d.,/:-])(\d{1,12}(?:[.,]\d{1,3}){0,4})(?![\d/:h])( ?(?:reais|real|contos))?/g
/** Matches words that make a number an amount without a currency: 'trezentos e cinquenta mil'. */
const ROUND = /\b(?:mil|milhao|milhoes)\b/
const THOUSAND = 1_000
const MILLION = 1_000_000
const CPF = /(?<!\d)(\d{3})[. ]?(\d{3})[. ]?(\d{3})[- ]?(\d{2})(?!\d)/

/** Formats an amount: 'R$ 350 mil', 'R$ 1,2 milhão', 'R$ 99,90'. */
const sumText = (value: number): string => {
  const inPt = (number: number, digits = 0) =>
    number.toLocaleString('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: 2 })
  if (value >= MILLION && value % (MILLION / 100) === 0)
    return `R$ ${inPt(value / MILLION)} ${value < 2 * MILLION ? 'milhão' : 'milhões'}`
  if (value >= THOUSAND && value % THOUSAND === 0) return `R$ ${inPt(value / THOUSAND)} mil`
  return `R$ ${inPt(value, Number.isInteger(value) ? 0 : 2)}`
}

const sumsIn = (text: string): string[] => {
  const isRound = ROUND.test(fold(text))
  return [...toPlain(text).matchAll(SUM)].flatMap(([, sign, number = '', unit]) => {
    const value = valueOf(number)
    const isSum = sign !== undefined || unit !== undefined || (isRound && value >= THOUSAND)
    return isSum ? sumText(value) : []
  })
}

const whenIn = (text: string, now: Date, timeZone: string): string[] => {
  const folded = fold(text)
  const day = dayIn(folded, now, timeZone)
  const named = hourIn(folded, false)
  const hour = named && named.from !== null ? named.text : null
  const date = day?.kind === 'day' ? day.text : null
  if (hour === null) return date === null ? [] : [date]
  const at = /^\d/.test(hour) ? `às ${hour}` : hour
  return [date === null ? at : `${date}, ${at}`]
}

/** Converts a spelled e-mail address to text: 'ana arroba exemplo ponto com'. */
export const unspelled = (said: string): string =>
  /\barroba\b/i.test(said) ? said.replace(/ ?\barroba\b ?/gi, '@').replaceAll(/(?<=[\p{L}\d]) ponto (?=\p{L})/giu, '.') : said

/** Returns the amounts, dates, times, phone numbers, e-mail addresses and CPFs in a spoken message, formatted for confirmation. */
export function dataIn(said: string, now: Date, timeZone: string): string[] {
  const cpf = CPF.exec(said)
  const rest = cpf ? said.replace(cpf[0], ' ') : said
  const phone = phoneIn(rest)
  const isPhone = phone !== null && phone !== 'no-area'
  const email = emailIn(rest)
  // The digits of a phone number or address are not amounts.
  const words = rest.replace(isPhone ? /\+?\d[\d\s().-]{6,20}\d/ : '', ' ').replace(email ?? '', ' ')
  return [
    ...sumsIn(words),
    ...whenIn(words, now, timeZone),
    ...(isPhone ? [formatPhone(phone.phone)] : []),
    ...(email ? [email] : []),
    ...(cpf ? [`CPF ${cpf.slice(1, 4).join('.')}-${cpf[4]}`] : []),
  ]
}

/** Returns the question for confirmation: 'Entendi R$ 350 mil, certo?' */
export const saidBack = (data: readonly string[]): string =>
  (PHRASES.saidBack[0] ?? '').replace('{data}', [...new Set(data)].join('; '))
