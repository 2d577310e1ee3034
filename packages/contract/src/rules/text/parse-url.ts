/**
 * Parses a URL, relative to `base` if given. Returns null if the URL is invalid. Replaces `URL.parse`, which some supported browsers lack.
 */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
