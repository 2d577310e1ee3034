import { parseUrl } from './parse-url.ts'

/** Validation of the URLs of web pages that users add to the knowledge base (2-agents.md, section 5). */

const NOT_A_PAGE_MESSAGE = 'Escreva o endereço de uma página, como https://www.exemplo.com.br/duvidas.'
const NOT_PUBLIC_MESSAGE = 'Este endereço não é público.'
const CREDENTIALS_IN_URL_MESSAGE = 'O endereço não pode ter usuário nem senha.'

/**
 * Returns the normalised URL of a web page, or as `refused` the error message why it cannot be used. The host's IP address is checked only
 * when the page is fetched.
 */
export function parsePageUrl(address: string): { url: string } | { refused: string } {
  const trimmed = address.trim()
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { refused: NOT_A_PAGE_MESSAGE }
  if (url.username !== '' || url.password !== '') return { refused: CREDENTIALS_IN_URL_MESSAGE }
  // Requires a dot in the host name, except for IPv6 addresses in brackets. IP addresses are checked when the page is fetched.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return { refused: NOT_A_PAGE_MESSAGE }
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return { refused: NOT_PUBLIC_MESSAGE }
  url.hash = ''
  return { url: url.href }
}
