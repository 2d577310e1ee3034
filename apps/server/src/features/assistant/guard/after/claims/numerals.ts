const createNumberEntries = (words: string, step: number, first: number): [string, number][] =>
  words.split(' ').flatMap((forms, i) => forms.split('|').map((word): [string, number] => [word, first + i * step]))

const VALUES: ReadonlyMap<string, number> = new Map([
  ...createNumberEntries(
    'um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze|catorze quinze',
    1,
    1,
  ),
  ...createNumberEntries('dezesseis dezessete dezoito dezenove', 1, 16),
  ...createNumberEntries('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem|cento', 10, 20),
  ...createNumberEntries('duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas', 100, 200),
  ...createNumberEntries('seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas', 100, 600),
])
const SCALES: ReadonlyMap<string, number> = new Map([
  ['mil', 1e3],
  ['milhao', 1e6],
  ['milhoes', 1e6],
  ['bilhao', 1e9],
  ['bilhoes', 1e9],
])

const WORD = [...VALUES.keys(), ...SCALES.keys()].sort((a, b) => b.length - a.length).join('|')
const DIGITS = '\\d+(?:[.,]\\d+)*'
const PART = `(?:${DIGITS}|(?:${WORD}))(?![\\p{L}\\d])`
const NUMBER_RUN = new RegExp(`(?<![\\p{L}\\d.,])${PART}(?:(?: e)? ${PART}|(?<=mil|ao|oes) e meio\\b)*`, 'gu')
/** Words that are usually no numbers: 'um' and 'uma' alone are articles. */
const ARTICLE = /^(?:um|uma)$/
const NON_NUMERIC_THOUSAND = /(?<![\p{L}\d] )\bmil (?=desculpas|perdoes|obrigad|beijos|maravilhas)/gu

/** Parses a number with Brazilian separators (1.234,5). Uses English ones (1,234.5) only if the Brazilian reading is impossible. */
export const parseNumber = (digits: string): number => {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits) || digits.includes(','))
    return Number(digits.replaceAll('.', '').replace(',', '.'))
  return Number(digits)
}

/** Returns true if `next` continues the number `group`: 'vinte e um', but not 'dez e vinte'. */
const continuesNumber = (group: number, next: number): boolean =>
  group > 0 && ((group % 100 === 0 && next < 100) || (group % 10 === 0 && group % 100 >= 20 && next < 10))

/**
 * A number that is parsed word by word. `total`: finished parts; `group`: part before the next scale word ('mil'); `scale`: limit for
 * following parts.
 */
interface PartialNumber {
  readonly total: number
  readonly group: number
  readonly scale: number
  /** Original digits, or null if the number contains a word. */
  readonly digits: string | null
}

const formatNumber = ({ digits, total, group }: PartialNumber): string =>
  digits ?? String(Math.round((total + group) * 100) / 100).replace('.', ',')

/**
 * Extends a number by one word. Returns null if the word begins another number. `nextScale`: value of the next scale word ('mil') in the
 * text, or 0.
 */
const extendNumber = ({ total, group, scale }: PartialNumber, word: string, nextScale: number): PartialNumber | null => {
  if (word === 'meio') return { total: total + scale / 2, group: 0, scale: 1, digits: null }
  const scaleFactor = SCALES.get(word)
  if (scaleFactor !== undefined)
    return scaleFactor < scale ? { total: total + (group || 1) * scaleFactor, group: 0, scale: scaleFactor, digits: null } : null
  const value = VALUES.get(word) ?? parseNumber(word)
  const canExtend = nextScale < scale && (group === 0 ? value < scale : VALUES.has(word) && continuesNumber(group, value))
  return canExtend ? { total, group: group + value, scale, digits: null } : null
}

const startNumber = (word: string): PartialNumber => {
  const scaleFactor = SCALES.get(word)
  if (scaleFactor !== undefined) return { total: scaleFactor, group: 0, scale: scaleFactor, digits: null }
  const digits = VALUES.has(word) ? null : word
  return { total: 0, group: VALUES.get(word) ?? parseNumber(word), scale: Number.POSITIVE_INFINITY, digits }
}

/** Converts number words to digits: 'dois mil e quinhentos' becomes '2500', 'nove e trinta' becomes '9 e 30'. */
const convertNumberRun = (run: string): string => {
  const words = run.split(' ')
  const parts: string[] = []
  let current: PartialNumber | null = null
  for (const [index, word] of words.entries()) {
    if (word === 'e') continue
    const nextScaleWord = SCALES.has(word) ? undefined : words.slice(index + 1, index + 8).find((next) => SCALES.has(next))
    const extended: PartialNumber | null = current && extendNumber(current, word, SCALES.get(nextScaleWord ?? '') ?? 0)
    if (current && !extended) parts.push(formatNumber(current), ...(words[index - 1] === 'e' ? ['e'] : []))
    current = extended ?? startNumber(word)
  }
  return [...parts, ...(current ? [formatNumber(current)] : [])].join(' ')
}

/** Replaces number words with digits. In a range, the scale word applies to both numbers: 'de 300 a 350 mil'. */
export const replaceNumberWords = (normalizedText: string): string =>
  normalizedText
    .replace(/(?<=\d) ?(kk|mi|mm|k)\b/g, (_, short: string) => (short === 'k' ? ' mil' : ' milhoes'))
    .replace(/\bpor ?cento\b/g, '%')
    .replace(/\bmeio milhao\b/g, '500 mil')
    .replace(/(?<![\d.,+-])(\d{1,3}(?:,\d)?) (e|a|ou|ate) (r\$ ?)?(\d{1,3}(?:,\d)?) (mil|milhoes)\b/g, '$1 $5 $2 $3$4 $5')
    .replace(/(?<![\d.,])\d(?: \d){2,}(?![\d.,])/g, (spacedDigits) => spacedDigits.replaceAll(' ', ''))
    .replace(NON_NUMERIC_THOUSAND, '')
    .replace(NUMBER_RUN, (run) => (ARTICLE.test(run) || !/[a-z]{2}/.test(run) ? run : convertNumberRun(run)))
