import { parseUrl } from '@prosa/contract/rules/text/parse-url'

/**
 * Returns the absolute URL of an attachment, or null if its protocol is not http or https. A relative URL is resolved against this site.
 */
export const toSafeUrl = (url: string | null | undefined): string | null => {
  const parsed = url ? parseUrl(url, location.href) : null
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null
}
