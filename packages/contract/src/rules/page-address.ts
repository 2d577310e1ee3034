import { parseUrl } from './parse-url.ts'

/** Addresses of pages that agents may answer from (2-agents.md, section 5). */

const NOT_WEB = 'Escreva o endereço de uma página, como https://www.exemplo.com.br/duvidas.'
const NOT_PUBLIC = 'Este endereço não é público.'
const WITH_USER = 'O endereço não pode ter usuário nem senha.'

/** A page's address as it is kept, or why it cannot be one; where it really leads is looked at when it is fetched. Pure. */
export function readPageAddress(written: string): { url: string } | { refused: string } {
  const plain = written.trim()
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? plain : `https://${plain}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { refused: NOT_WEB }
  if (url.username !== '' || url.password !== '') return { refused: WITH_USER }
  // An address of numbers is looked at when it is fetched, whatever form they have; a name has a dot.
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return { refused: NOT_WEB }
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return { refused: NOT_PUBLIC }
  url.hash = ''
  return { url: url.href }
}
