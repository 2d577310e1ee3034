import { parseUrl } from '@prosa/contract/rules/parse-url'

/** An address of an attachment that may be shown or opened: of this site, or http and https; null for anything else. */
export const safeUrl = (url: string | null | undefined): string | null => {
  const parsed = url ? parseUrl(url, location.href) : null
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null
}
