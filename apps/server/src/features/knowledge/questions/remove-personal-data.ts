/** Matches the beginning of an introduction, as in 'Oi, sou a Marina: vocês fazem mudança?'. */
const SELF_INTRODUCTION = /^(?:(?:oi|olá|ola|bom dia|boa tarde|boa noite)[,!.]? )?(?:sou|me chamo|meu nome é|aqui é) /iu
const INTRODUCTION_END = /[,:;.!]/

const removeIntroduction = (question: string): string => {
  const withoutGreeting = question.replace(SELF_INTRODUCTION, '')
  const end = withoutGreeting.search(INTRODUCTION_END)
  return withoutGreeting === question || end === -1 ? question : withoutGreeting.slice(end + 1)
}

/** Minimum number of digits for a number to count as personal (document, phone or card). Prices have fewer digits. */
const MIN_PERSONAL_DIGITS = 7
const countDigits = (words: string): number => words.replace(/\D/g, '').length
const isNumberPart = (word: string): boolean => /\d/.test(word) && !/\p{L}/u.test(word)

/** Splits a text into words. The parts of a number with spaces are joined into one word. */
const splitWords = (question: string): string[] =>
  question.split(/\s+/).reduce<string[]>((words, word) => {
    const last = words.at(-1)
    const continuesNumber = last !== undefined && isNumberPart(last) && isNumberPart(word)
    return continuesNumber ? [...words.slice(0, -1), `${last} ${word}`] : [...words, word]
  }, [])

const getNameParts = (names: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name ?? '').toLowerCase().split(/\s+/)).filter((part) => part.length > 2))
const isNamePart = (parts: ReadonlySet<string>, word: string): boolean => parts.has(word.toLowerCase().replace(/[^\p{L}]/gu, ''))

/** Removes the given names, phone numbers, e-mail addresses and document numbers from a lead's question (KNOW-15). */
export const removePersonalDataFromQuestion = (question: string, names: readonly (string | null)[]): string => {
  const parts = getNameParts(names)
  const isHarmlessWord = (word: string): boolean =>
    !word.includes('@') && !(isNumberPart(word) && countDigits(word) >= MIN_PERSONAL_DIGITS) && !isNamePart(parts, word)
  return splitWords(removeIntroduction(question).trim()).filter(isHarmlessWord).join(' ')
}

/** Number of digits of phone numbers and CPFs (Brazilian taxpayer numbers). Company numbers (CNPJ) have more digits and are not removed. */
const PRIVATE_DIGITS = { min: 8, max: 13 }
const MONEY = /^\d{1,3}(?:\.\d{3})+(?:,\d{2})?$/
const DAY = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/
const POSTCODE = /^\d{5}-\d{3}$/
/** Text that replaces removed data. The user who approves the answer sees it. */
const REMOVED_PLACEHOLDER = '…'

const isPublicNumber = (word: string): boolean =>
  [MONEY, DAY, POSTCODE].some((form) => form.test(word.replace(/^[.,(]|[.,)]$/g, '')))

const hasPrivateNumber = (part: string): boolean => {
  const others = part.split(' ').filter((word) => !isPublicNumber(word))
  const digits = countDigits(others.join(''))
  return digits >= PRIVATE_DIGITS.min && digits <= PRIVATE_DIGITS.max
}

/**
 * Removes the given names, phone numbers, e-mail addresses and CPFs (taxpayer numbers) from a user's answer (KNOW-15). Prices, dates and
 * postcodes are not removed.
 */
export const removePersonalDataFromAnswer = (answer: string, names: readonly (string | null)[]): string => {
  const parts = getNameParts(names)
  return answer
    .split('\n')
    .map((line) =>
      splitWords(line.trim())
        .filter((word) => !isNamePart(parts, word))
        .map((word) =>
          word.includes('@')
            ? REMOVED_PLACEHOLDER
            : word.replace(/[\d+/.,() -]+/g, (part) => (hasPrivateNumber(part) ? REMOVED_PLACEHOLDER : part)),
        )
        .join(' '),
    )
    .join('\n')
    .trim()
}
