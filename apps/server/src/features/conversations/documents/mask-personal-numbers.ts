/** Matches eleven or more digits with any separators, such as a CPF (Brazilian taxpayer number) or a card number. */
const LONG_NUMBER = /\d(?:[ .\u2013-]{0,2}\d){10,}/g
/** Matches an RG (Brazilian identity card number) in its printed format, with its check digit. */
const PRINTED_RG = /\b(?:\d{1,2}\.\d{3}\.\d{3}|\d{7,9}) ?[\u2013-] ?[\dxX]\b/g
/** Matches a number in any format that follows a word such as CPF, RG or card. */
const NAMED_NUMBER = /\b(?:cpf|rg|r\. ?g\.|identidade|registro geral|cart[aã]o|cnh)[^\d\n]{0,24}\d[\d. \u2013-]{2,22}[\dxX]?/giu

const FULL_WIDTH_DIGIT = /[\uFF10-\uFF19]/g
const toAsciiDigit = (digit: string): string => String(digit.charCodeAt(0) - 0xff10)

const maskDigits = (number: string): string => number.replace(/\d[xX]?/g, '•')

/**
 * Masks every CPF, RG and card number in a text (SEE-05). Also masks numbers that only look like one; users can open the file to read them.
 */
export const maskPersonalNumbers = (line: string): string =>
  line
    .replace(FULL_WIDTH_DIGIT, toAsciiDigit)
    .replace(LONG_NUMBER, maskDigits)
    .replace(PRINTED_RG, maskDigits)
    .replace(NAMED_NUMBER, maskDigits)
