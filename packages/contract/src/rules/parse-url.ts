/** Parses an address; null if the text is none. `URL.parse` is missing in browsers that the product supports. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
