import { buildMapUrl } from '@prosa/contract/rules/conversations/map-link'
import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import type { ItemAttachment } from './chat-items.ts'

/** Creates the element for a file: an image, an audio or video player, or else a download link with the filename. */
export const createFileElement = (file: ItemAttachment, type: string, url: string): HTMLElement => {
  if (type === 'image') {
    const image = document.createElement('img')
    // Shows a thumbnail. The browser loads the full-size image when the lead opens the link (MEDIA-14).
    image.src = url.startsWith('blob:') ? url : `${url}?size=thumb`
    image.alt = 'Imagem'
    image.loading = 'lazy'
    const link = createLink(url, '')
    link.target = '_blank'
    link.className = 'picture'
    link.append(image)
    image.addEventListener('error', () => link.replaceChildren('Ver imagem'))
    return link
  }
  if (type === 'audio' || type === 'video') {
    const player = document.createElement(type)
    player.src = url
    player.controls = true
    player.preload = type === 'audio' ? 'none' : 'metadata'
    player.className = type
    if (type === 'audio')
      player.addEventListener(
        'error',
        () => void import('../files/repack.ts').then(({ playRepacked }) => playRepacked(player, url), console.warn),
        { once: true },
      )
    player.setAttribute('aria-label', file.voice ? 'Mensagem de voz' : type === 'audio' ? 'Áudio' : 'Vídeo')
    return player
  }
  const size = file.size ? ` (${formatFileSize(file.size)})` : ''
  const link = createLink(url, `Baixar ${file.filename ?? 'documento'}${size}`)
  link.download = file.filename ?? ''
  link.className = 'document'
  return link
}

/**
 * Creates a card for a location (with a map link) or a contact (with phone and e-mail). Returns null for other message types (MEDIA-19).
 */
export const createCardElement = (attachment: ItemAttachment, type: string): HTMLElement | null => {
  const { name, address: url, phone, email } = attachment
  if (type !== 'location' && type !== 'contact') return null
  const card = document.createElement('div')
  card.className = 'card'
  const title = document.createElement('strong')
  title.textContent = name || (type === 'location' ? 'Localização' : 'Contato')
  card.append(title)
  const mapUrl = type === 'location' && buildMapUrl(attachment)
  if (url && url !== name) card.append(url)
  if (mapUrl) {
    const link = createLink(mapUrl, 'Ver no mapa')
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    card.append(link)
  }
  if (phone) card.append(createLink(`tel:${phone}`, formatPhone(phone)))
  if (email) card.append(createLink(`mailto:${email}`, email))
  return card
}

const createLink = (href: string, text: string): HTMLAnchorElement => {
  const link = document.createElement('a')
  link.href = href
  link.rel = 'noopener'
  link.textContent = text
  return link
}
