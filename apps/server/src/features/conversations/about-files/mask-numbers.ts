/** Eleven figures and more that stand together: a CPF, a card, however they are set apart. */
const LONG = /\d(?:[ .\u2013-]{0,2}\d){10,}/g
/** An RG as it is printed: with its check figure. */
const PRINTED_RG = /\b(?:\d{1,2}\.\d{3}\.\d{3}|\d{7,9}) ?[\u2013-] ?[\dxX]\b/g
/** What is called one, in whatever form. */
const NAMED = /\b(?:cpf|rg|r\. ?g\.|identidade|registro geral|cart[aã]o|cnh)[^\d\n]{0,24}\d[\d. \u2013-]{2,22}[\dxX]?/giu

/** Figures as wide as a Chinese character. */
const WIDE = /[\uFF10-\uFF19]/g
const narrow = (figure: string): string => String(figure.charCodeAt(0) - 0xff10)

const hidden = (number: string): string => number.replace(/\d[xX]?/g, '•')

/** A line without anybody's CPF, RG or card (SEE-05). What might be one is hidden too: whoever needs it opens the file. */
export const maskNumbers = (line: string): string =>
  line.replace(WIDE, narrow).replace(LONG, hidden).replace(PRINTED_RG, hidden).replace(NAMED, hidden)
