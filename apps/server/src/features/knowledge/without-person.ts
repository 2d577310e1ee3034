/** Matches the introduction in 'Oi, sou a Marina, …: vocês fazem mudança?' */
const WHO_SPEAKS = /^(?:(?:oi|olá|ola|bom dia|boa tarde|boa noite)[,!.]? )?(?:sou|me chamo|meu nome é|aqui é) /iu
const WHO_ENDS = /[,:;.!]/

const withoutWhoSpeaks = (question: string): string => {
  const said = question.replace(WHO_SPEAKS, '')
  const end = said.search(WHO_ENDS)
  return said === question || end === -1 ? question : said.slice(end + 1)
}

/** Minimum number of digits of a document, phone or card number; prices have fewer. */
const LONG_NUMBER = 7
const digitsIn = (words: string): number => words.replace(/\D/g, '').length
const isOfNumber = (word: string): boolean => /\d/.test(word) && !/\p{L}/u.test(word)

/** Splits a text into words, with the parts of one number joined. */
const wordsOf = (question: string): string[] =>
  question.split(/\s+/).reduce<string[]>((words, word) => {
    const last = words.at(-1)
    const isMore = last !== undefined && isOfNumber(last) && isOfNumber(word)
    return isMore ? [...words.slice(0, -1), `${last} ${word}`] : [...words, word]
  }, [])

const partsOf = (names: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name ?? '').toLowerCase().split(/\s+/)).filter((part) => part.length > 2))
const isNameIn = (parts: ReadonlySet<string>, word: string): boolean => parts.has(word.toLowerCase().replace(/[^\p{L}]/gu, ''))

/** Removes names, phone numbers, e-mail addresses and document numbers from a question (KNOW-15). */
export const withoutPerson = (question: string, names: readonly (string | null)[]): string => {
  const parts = partsOf(names)
  const isTelling = (word: string): boolean =>
    !word.includes('@') && !(isOfNumber(word) && digitsIn(word) >= LONG_NUMBER) && !isNameIn(parts, word)
  return wordsOf(withoutWhoSpeaks(question).trim()).filter(isTelling).join(' ')
}

/** Number of digits of a phone number or a CPF; a company's CNPJ has more. */
const PRIVATE_DIGITS = { least: 8, most: 13 }
const MONEY = /^\d{1,3}(?:\.\d{3})+(?:,\d{2})?$/
const DAY = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/
const POSTCODE = /^\d{5}-\d{3}$/
/** Placeholder for removed data, visible to the user who approves the answer. */
const GONE = '…'

const isOfCompany = (word: string): boolean =>
  [MONEY, DAY, POSTCODE].some((form) => form.test(word.replace(/^[.,(]|[.,)]$/g, '')))

const isPrivate = (part: string): boolean => {
  const others = part.split(' ').filter((word) => !isOfCompany(word))
  const digits = digitsIn(others.join(''))
  return digits >= PRIVATE_DIGITS.least && digits <= PRIVATE_DIGITS.most
}

/** Removes names, phone numbers, e-mail addresses and CPFs from a user's message to a lead (KNOW-15). Prices, dates and postcodes stay. */
export const answerWithoutPerson = (answer: string, names: readonly (string | null)[]): string => {
  const parts = partsOf(names)
  return answer
    .split('\n')
    .map((line) =>
      wordsOf(line.trim())
        .filter((word) => !isNameIn(parts, word))
        .map((word) => (word.includes('@') ? GONE : word.replace(/[\d+/.,() -]+/g, (part) => (isPrivate(part) ? GONE : part))))
        .join(' '),
    )
    .join('\n')
    .trim()
}
