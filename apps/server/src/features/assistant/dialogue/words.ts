/** Ways to say one thing, in the order in which they are used. */
export type Ways = string | readonly string[]
/** What is said of one thing by occasion, and where it matters by case: 'ask', 'ask patients'. */
export type Wording = Readonly<Record<string, Ways>>
export type Values = Readonly<Record<string, string | null | undefined>>

/** '[no {phone}|por aqui]': the first part where all of its values are known, else the second, or nothing. */
const OPTIONAL = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const VALUE = /\{(\p{L}+)\}/gu

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** '{Name}' is '{name}' at the beginning of a sentence. */
const valueOf = (values: Values, key: string): string => {
  const value = values[key.charAt(0).toLowerCase() + key.slice(1)] ?? ''
  return /^\p{Lu}/u.test(key) ? capital(value) : value
}

const isKnown = (part: string, values: Values): boolean =>
  [...part.matchAll(VALUE)].every(([, key = '']) => valueOf(values, key) !== '')

export const fill = (phrase: string, values: Values): string =>
  phrase
    .replaceAll(OPTIONAL, (_, part: string, other: string = '') => (isKnown(part, values) ? part : other))
    .replaceAll(VALUE, (_, key: string) => valueOf(values, key))

/** Those of the sentences all of whose values are known. */
export const fillKnown = (phrases: readonly string[], values: Values): string[] =>
  phrases.filter((phrase) => isKnown(phrase.replaceAll(OPTIONAL, ''), values)).map((phrase) => fill(phrase, values))

/** All ways to say something; in a case of its own, where there are words for it. */
export const waysTo = (words: Wording, occasion: string, of = ''): readonly string[] =>
  [words[`${occasion} ${of}`] ?? words[occasion] ?? []].flat()
