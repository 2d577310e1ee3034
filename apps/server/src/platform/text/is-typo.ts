import leven from 'leven'

const sortLetters = (word: string): string => [...word].toSorted().join('')
const LONG_WORD_LETTERS = 8

/** Returns a form of a Portuguese word that is equal for all words that sound the same in Brazil. */
const toPhoneticForm = (word: string): string =>
  word
    .replace(/ch/g, 'x')
    .replace(/ss|sc(?=[ei])|c(?=[ei])|z/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/qu(?=[ei])|k|c/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/y/g, 'i')
    .replace(/w/g, 'u')
    .replace(/^h/, '')
    .replace(/n(?=[pb])/g, 'm')
    .replace(/ou/g, 'o')
    .replace(/ei(?=[jr])/g, 'e')
    .replace(/([ae])i(?=x)/g, '$1')
    .replace(/([nl])h/g, '$1i')
    .replace(/([a-z])\1/g, '$1')

/** Whether `typed` is probably a misspelling of `word`: both sound the same, or differ by one or two typing errors. */
export const isTypo = (typed: string, word: string): boolean => {
  if (typed.length < 4 || word.length < 4 || /\d/.test(typed + word)) return false
  if (toPhoneticForm(typed) === toPhoneticForm(word)) return true
  const distance = leven(typed, word, { maxDistance: 3 })
  const isSwap = distance === 2 && sortLetters(typed) === sortLetters(word)
  return isSwap || (typed.length > 4 && distance <= (typed.length >= LONG_WORD_LETTERS ? 2 : 1))
}
