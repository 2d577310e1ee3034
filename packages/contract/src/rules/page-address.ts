import { parseUrl } from './parse-url.ts'

/** Checks URLs of web pages for the knowledge base (2-agents.md, section 5). */

const NOT_WEB = 'Escreva o endereço de uma página, como https://www.exemplo.com.br/duvidas.'
const NOT_PUBLIC = 'Este endereço não é público.'
const WITH_USER = 'O endereço não pode ter usuário nem senha.'

/** Returns the normalised URL of a page, or the reason why it is refused. The IP address behind it is checked when it is fetched. */
export function readPageAddress(written: string): { url: string } | { refused: string } {
  const plain = written.trim()
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? plain : `https://${plain}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { refused: NOT_WEB }
  if (url.username !== '' || url.password !== '') return { refused: WITH_USER }
  // A host name must contain a dot. IP addresses in any notation are checked when the page is fetched.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return { refused: NOT_WEB }
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return { refused: NOT_PUBLIC }
  url.hash = ''
  return { url: url.href }
}
