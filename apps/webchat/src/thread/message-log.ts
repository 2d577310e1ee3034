import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import type { LocalFile } from '../files/ports.ts'
import type { ChosenOption } from '../sending/outbox.ts'
import type { BubbleItem, ChatItem } from './chat-items.ts'
import { createCardElement, createFileElement } from './file-element.ts'
import { movePlayingElement, pauseOtherPlayers } from './players.ts'
import { renderMessageText } from './render-message-text.ts'

export interface MessageLogPorts {
  readonly agentName: () => string
  readonly isOffline: () => boolean
  fileAddress(messageId: string): string
  /** Returns the local URL and the progress of a file that is being sent, or undefined. `key`: key of the file's message. */
  local(key: string): LocalFile | undefined
  choose(choice: ChosenOption, title: string): void
  retry(key: string): void
  discard(key: string): void
}

const MEDIA_LABELS: Readonly<Record<string, string>> = {
  image: 'Imagem',
  audio: 'Áudio',
  video: 'Vídeo',
  document: 'Documento',
  location: 'Localização',
  contact: 'Contato',
  sticker: 'Figurinha',
}

const buildElement = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

const formatStatus = (
  { status, reason }: BubbleItem,
  isOffline: boolean,
  { share, isPreparing }: Partial<LocalFile> = {},
): string => {
  if (status === 'refused') return reason ?? 'Não foi enviada.'
  if (status !== 'waiting') return ''
  const how = share == null ? '' : ` ${Math.round(share * 100)} %`
  if (isPreparing) return `Preparando vídeo…${how}`
  return isOffline ? 'Aguardando conexão…' : `Enviando…${how}`
}

const createQuote = (reply: NonNullable<BubbleItem['reply']>, agentName: string): HTMLElement => {
  const quote = buildElement('blockquote', 'quote')
  const { message_id: id, role, person, type, preview } = reply
  const author = role && isLeadRole(role) ? 'Você' : (person ?? agentName)
  if (id)
    quote.append(
      buildElement('p', 'quoted', author),
      buildElement('p', 'said-before', preview || MEDIA_LABELS[type ?? ''] || 'Mensagem'),
    )
  else quote.append(buildElement('p', 'said-before', 'Mensagem que não está aqui'))
  return quote
}

const createBubble = (item: BubbleItem, ports: MessageLogPorts): HTMLElement => {
  const bubble = buildElement('article', 'bubble')
  bubble.dataset.side = item.mine ? 'mine' : 'theirs'
  bubble.dataset.status = item.status
  bubble.toggleAttribute('data-continues', item.continues)
  if (item.tile !== undefined) bubble.dataset.tile = String(item.tile % 2)
  const text = buildElement('p', 'text')
  if (item.reply) bubble.append(createQuote(item.reply, ports.agentName()))
  const local = item.file && ports.local(item.key)
  const address = local?.address ?? (item.file?.messageId && ports.fileAddress(item.file.messageId))
  const card = item.file && createCardElement(item.file, item.type)
  if (card) bubble.append(card)
  else if (item.file && address) bubble.append(createFileElement(item.file, item.type, address))
  else if (item.type !== 'text')
    text.append(buildElement('span', 'media', MEDIA_LABELS[item.type] ?? 'Mensagem'), item.content === '' ? '' : ' ')
  text.append(renderMessageText(item.content, document))
  const meta = buildElement('p', 'meta')
  const time = buildElement('time', 'time', item.time)
  time.dateTime = item.isoTime
  const state = formatStatus(item, ports.isOffline(), local || undefined)
  meta.append(time, ...(state === '' ? [] : [buildElement('span', 'state', state)]))
  if (item.status === 'refused')
    meta.append(
      createTextButton('Tentar de novo', () => ports.retry(item.key)),
      createTextButton('Descartar', () => ports.discard(item.key)),
    )
  else if (item.status === 'waiting' && item.file) meta.append(createTextButton('Cancelar', () => ports.discard(item.key)))
  const speaker = buildElement('p', 'speaker', item.mine ? 'Você' : item.person ? `${item.person}, da equipe` : ports.agentName())
  // Shows the author only if a team member writes in place of the agent.
  speaker.toggleAttribute('data-shown', item.person !== null && !item.continues)
  bubble.prepend(speaker)
  bubble.append(text, ...(item.offers ? [createOptionList(item.offers, ports)] : []), meta)
  if (item.reacted) {
    const reaction = buildElement('p', 'reaction', item.reacted)
    bubble.dataset.reacted = ''
    reaction.setAttribute('aria-label', `Reação da equipe: ${item.reacted}`)
    bubble.append(reaction)
  }
  return bubble
}

/** Creates the list of options that a message offers: buttons until the lead sends a later message, plain text afterwards. */
const createOptionList = (
  { messageId, options, isOpen }: NonNullable<BubbleItem['offers']>,
  ports: MessageLogPorts,
): HTMLElement => {
  const list = buildElement('ul', 'options')
  for (const { id, title, description } of options) {
    const option = isOpen
      ? createTextButton(title, () => ports.choose({ message_id: messageId, id }, title))
      : buildElement('p', '', title)
    option.className = 'option'
    if (description) option.append(buildElement('span', 'detail', description))
    const entry = buildElement('li', '')
    entry.append(option)
    list.append(entry)
  }
  return list
}

const createTextButton = (label: string, run: () => void): HTMLButtonElement => {
  const element = buildElement('button', 'link', label)
  element.type = 'button'
  element.addEventListener('click', run)
  return element
}

/**
 * Returns a function that draws the items of the chat page into `root`. Reuses the element of an unchanged item, so that screen readers
 * announce only changes.
 */
export const createMessageLog = (root: HTMLElement, ports: MessageLogPorts): ((items: readonly ChatItem[]) => void) => {
  pauseOtherPlayers(root)
  let kept = new Map<string, { signature: string; element: HTMLElement }>()
  return (items) => {
    const next = new Map<string, { signature: string; element: HTMLElement }>()
    let cursor = root.firstChild
    for (const item of items) {
      const signature =
        JSON.stringify(item) +
        ports.agentName() +
        (item.kind === 'bubble' && item.status !== 'sent'
          ? String(ports.isOffline()) + JSON.stringify(ports.local(item.key))
          : '')
      const before = kept.get(item.key)
      const element =
        before?.signature === signature
          ? before.element
          : item.kind === 'day'
            ? buildElement('p', 'day', item.label)
            : createBubble(item, ports)
      if (before && before.element !== element) {
        if (cursor === before.element) cursor = element
        movePlayingElement(before.element, element)
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
