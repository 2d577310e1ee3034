/** Endings of the addresses that are not written with 'https://' or 'www.'. */
const ENDINGS =
  'com|br|net|org|io|me|ly|app|link|site|online|store|shop|xyz|info|biz|dev|gg|co|us|uk|pt|tv|page|digital|club|top|gl|to|ai|example|test|click|live|vip|pro|cc|ru|cn'
const ADDRESS = new RegExp(
  `(?:https?:\\/\\/|www\\.)([^\\s/?#:)>\\]"']{1,253})|(?<![\\p{L}\\d@._-])((?:[a-z\\d-]{1,63}\\.){1,5}(?:${ENDINGS}))(?![\\p{L}\\d@-])`,
  'giu',
)

/** Without one of these no address stands in a text. */
const PART_OF_ONE = /:\/\/|\.[^\s]/
/** Hosts of the addresses in a text, without 'www.'; an e-mail address is none. */
export const hostsIn = (text: string): string[] => {
  const composed = text.normalize('NFKC')
  if (!PART_OF_ONE.test(composed)) return []
  return [...composed.matchAll(ADDRESS)].map(([, named, bare]) =>
    (named ?? bare ?? '')
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/(?<![.,;!])[.,;!]+$/, ''),
  )
}
