/** Parses a URL. Returns null if it is invalid. Replaces `URL.parse`, which some supported browsers lack. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
