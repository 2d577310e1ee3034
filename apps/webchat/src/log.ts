import { withLinks } from './links.ts'
import type { BubbleItem, Item } from './thread.ts'

export interface LogPorts {
  readonly agentName: () => string
  readonly isOffline: () => boolean
  retry(key: string): void
  discard(key: string): void
}

const MEDIA: Readonly<Record<string, string>> = {
  image: 'Imagem',
  audio: 'Áudio',
  video: 'Vídeo',
  document: 'Documento',
  location: 'Localização',
  contact: 'Contato',
  sticker: 'Figurinha',
}

const make = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

const statusText = ({ status }: BubbleItem, isOffline: boolean): string =>
  status === 'refused' ? 'Não foi enviada.' : status === 'waiting' ? (isOffline ? 'Aguardando conexão…' : 'Enviando…') : ''

const bubbleOf = (item: BubbleItem, ports: LogPorts): HTMLElement => {
  const bubble = make('article', 'bubble')
  bubble.dataset.side = item.mine ? 'mine' : 'theirs'
  bubble.dataset.status = item.status
  bubble.toggleAttribute('data-continues', item.continues)
  const text = make('p', 'text')
  if (item.type !== 'text') text.append(make('span', 'media', MEDIA[item.type] ?? 'Mensagem'), item.content === '' ? '' : ' ')
  text.append(withLinks(item.content, document))
  const meta = make('p', 'meta')
  const time = make('time', 'time', item.time)
  time.dateTime = item.isoTime
  const state = statusText(item, ports.isOffline())
  meta.append(time, ...(state === '' ? [] : [make('span', 'state', state)]))
  if (item.status === 'refused')
    meta.append(
      button('Tentar de novo', () => ports.retry(item.key)),
      button('Descartar', () => ports.discard(item.key)),
    )
  const speaker = make('p', 'speaker', item.mine ? 'Você' : item.person ? `${item.person}, da equipe` : ports.agentName())
  // Whose words these are goes without saying, unless a person speaks in the agent's place.
  speaker.toggleAttribute('data-shown', item.person !== null && !item.continues)
  bubble.append(speaker, text, meta)
  return bubble
}

const button = (label: string, run: () => void): HTMLButtonElement => {
  const element = make('button', 'link', label)
  element.type = 'button'
  element.addEventListener('click', run)
  return element
}

/** Draws items; an element stays as long as what it shows stays the same, so only what changed is drawn, moved or read out. */
export const createLog = (root: HTMLElement, ports: LogPorts): ((items: readonly Item[]) => void) => {
  let kept = new Map<string, { signature: string; element: HTMLElement }>()
  return (items) => {
    const next = new Map<string, { signature: string; element: HTMLElement }>()
    let cursor = root.firstChild
    for (const item of items) {
      const signature =
        JSON.stringify(item) +
        ports.agentName() +
        (item.kind === 'bubble' && item.status !== 'sent' ? String(ports.isOffline()) : '')
      const before = kept.get(item.key)
      const element =
        before?.signature === signature
          ? before.element
          : item.kind === 'day'
            ? make('p', 'day', item.label)
            : bubbleOf(item, ports)
      if (before && before.element !== element) {
        if (cursor === before.element) cursor = element
        before.element.replaceWith(element)
      }
      if (element === cursor) cursor = element.nextSibling
      else root.insertBefore(element, cursor)
      next.set(item.key, { signature, element })
    }
    for (const [key, { element }] of kept) if (!next.has(key)) element.remove()
    kept = next
  }
}
