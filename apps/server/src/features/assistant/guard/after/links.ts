import { normalizeForClaims } from './claims/normalize-for-claims.ts'

/** Domains by which addresses without 'https://' or 'www.' are recognized. */
const TOP_LEVEL_DOMAINS =
  'com|br|net|org|io|me|ly|app|link|site|online|store|shop|xyz|info|biz|dev|gg|co|us|uk|pt|tv|page|digital|club|top|gl|to|ai|example|test|click|live|vip|pro|cc|ru|cn'
const ADDRESS = new RegExp(
  `(?:https?:\\/\\/|www\\.)([^\\s/?#:)>\\]"']{1,253})|(?<![\\p{L}\\d@._-])((?:[a-z\\d-]{1,63}\\.){1,5}(?:${TOP_LEVEL_DOMAINS}))(?![\\p{L}\\d@-])`,
  'giu',
)

/** Fast check: a text without a match contains no web address. */
const ADDRESS_HINT = /:\/\/|\.[^\s]/
/** Returns the host names of all web addresses, in lower case and without 'www.'. Ignores e-mail addresses. */
export const extractHosts = (text: string): string[] => {
  const composed = text.normalize('NFKC')
  if (!ADDRESS_HINT.test(composed)) return []
  return [...composed.matchAll(ADDRESS)].map(([, hostAfterScheme, bareHost]) =>
    (hostAfterScheme ?? bareHost ?? '')
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/(?<![.,;!])[.,;!]+$/, ''),
  )
}

const STREET =
  /(?<!\p{L})(?:[Rr]ua|[Rr]\.|[Aa]venida|[Aa]v\.?|[Aa]lameda|[Aa]l\.|[Tt]ravessa|[Pp]raça|[Rr]odovia|[Ee]strada)(?: d[aeo]s?| \d{1,2} de)?(?: \p{Lu}[\p{L}.]*(?: d[aeo]s?(?= \p{Lu}))?){1,6}/gu
/** Expands abbreviated street types: 'av. paulista' becomes 'avenida paulista'. */
export const expandStreetTypes = (normalizedText: string): string =>
  normalizedText
    .replace(/\br\. /g, 'rua ')
    .replace(/\bav\.? /g, 'avenida ')
    .replace(/\bal\. /g, 'alameda ')

/** Returns the street names in a text, normalized for comparison. */
export const extractStreets = (text: string): string[] =>
  [...text.matchAll(STREET)].map(([street]) => expandStreetTypes(normalizeForClaims(street)).replace(/\.$/, ''))
