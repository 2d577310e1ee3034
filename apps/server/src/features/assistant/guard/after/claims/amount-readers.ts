import type { ClaimReader } from './claim.ts'
import { parseNumber } from './numerals.ts'

const MONEY_BEFORE =
  /(?:[$€£¥]|\b(?:reais|brl|usd|eur|custa\w*|custo|sai(?:ria|em)?|fica(?:ria|m)?|por|valor(?:es)?|preco|mensalidade|entrada|taxa|parcelas?|sinal|cobra\w*|paga\w*|pague|investimento|x|vezes|desconto|economia|multa|aluguel|condominio))(?: total)?(?: e)?(?: de| em| por| a)?(?: ate| apenas| so| somente| uns| cerca de| em torno de| aproximadamente)?:? ?$/
const MONEY_AFTER =
  /^ ?(?:reais|real|contos?|pilas?|pratas?|mangos?|dolar(?:es)?|euros?|centavos|brl|usd|eur|r\$|[$€£]|dollars?|bucks|pesos|mensais|a vista|avista|\/ ?m|por mes|ao mes|no pix|no cartao|no boleto)/
/** Matches text before an amount without currency: 'O ingresso é 40.' */
const STATEMENT_BEFORE = /\b(?:e|sao) (?:so |apenas )?$/
const STATEMENT_AFTER = /^[.!]* *$/
/** Smallest number that counts as money without a word for money. Smaller ones usually count things. */
const MIN_BARE_AMOUNT = 100
/** Public help numbers, allowed in every reply: emergency services, crisis support, child protection, human rights. */
const HELP_NUMBERS = new Set([100, 180, 181, 188, 190, 192, 193, 197, 199])

export const AMOUNT_READERS: readonly ClaimReader[] = [
  {
    reason: 'sum',
    pattern: /\b(?:centenas?|dezenas?|milhar(?:es)?) de (?:reais|milh)/g,
    parse: ([matchedText]) => ({ keys: [`vague:${matchedText}`] }),
  },
  {
    reason: 'sum',
    requiresDigit: true,
    pattern: /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?) ?(?:%|pct\b|percent)/g,
    parse: ([, number = '']) => ({ keys: [`percent:${parseNumber(number)}`] }),
  },
  {
    reason: 'sum',
    requiresDigit: true,
    pattern:
      /(?<![\d.,])(\d{1,3}) ?(?:x(?![a-z\d])|parcelas\b|prestacoes\b|mensalidades\b)|\bem (?:ate )?(\d{1,3}) vezes\b|\b(\d{1,3}) vezes (?=no |sem |de |com |iguais)/g,
    parse: ([, ...times]) => ({ keys: [`times:${times.find((each) => each !== undefined)}`] }),
  },
  {
    reason: 'sum',
    requiresDigit: true,
    pattern: /(?<![a-z\d.,])\d{1,15}(?:[.,]\d{1,3}){0,5}/g,
    parse: ([matchedText = ''], { isSource }, before, after) => {
      const value = parseNumber(matchedText)
      const isMoney =
        MONEY_BEFORE.test(before) || MONEY_AFTER.test(after) || (STATEMENT_BEFORE.test(before) && STATEMENT_AFTER.test(after))
      const isSum = isSource || isMoney || (value >= MIN_BARE_AMOUNT && !HELP_NUMBERS.has(value)) || /,\d\d$/.test(matchedText)
      return isSum ? { keys: [`number:${value}`] } : null
    },
  },
]
