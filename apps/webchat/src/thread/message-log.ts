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
  getFileUrl(messageId: string): string
  /**
   * Returns the progress and local URL of a file that this page is sending, or undefined.
   * @param key key of the message with the file
   */
  getLocalFile(key: string): LocalFile | undefined
  onChoose(choice: ChosenOption, title: string): void
  onRetry(key: string): void
  onDiscard(key: string): void
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
  { fraction, isPreparing }: Partial<LocalFile> = {},
): string => {
  if (status === 'refused') return reason ?? 'Não foi enviada.'
  if (status !== 'waiting') return ''
  const progress = fraction == null ? '' : ` ${Math.round(fraction * 100)} %`
  if (isPreparing) return `Preparando vídeo…${progress}`
  return isOffline ? 'Aguardando conexão…' : `Enviando…${progress}`
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
  bubble.dataset.side = item.isOwn ? 'mine' : 'theirs'
  bubble.dataset.status = item.status
  bubble.toggleAttribute('data-continues', item.continuesGroup)
  if (item.gridIndex !== undefined) bubble.dataset.tile = String(item.gridIndex % 2)
  const text = buildElement('p', 'text')
  if (item.reply) bubble.append(createQuote(item.reply, ports.agentName()))
  const localFile = item.file && ports.getLocalFile(item.key)
  const url = localFile?.url ?? (item.file?.messageId && ports.getFileUrl(item.file.messageId))
  const card = item.file && createCardElement(item.file, item.type)
  if (card) bubble.append(card)
  else if (item.file && url) bubble.append(createFileElement(item.file, item.type, url))
  else if (item.type !== 'text')
    text.append(buildElement('span', 'media', MEDIA_LABELS[item.type] ?? 'Mensagem'), item.content === '' ? '' : ' ')
  text.append(renderMessageText(item.content, document))
  const meta = buildElement('p', 'meta')
  const time = buildElement('time', 'time', item.time)
  time.dateTime = item.isoTime
  const state = formatStatus(item, ports.isOffline(), localFile || undefined)
  meta.append(time, ...(state === '' ? [] : [buildElement('span', 'state', state)]))
  if (item.status === 'refused')
    meta.append(
      createTextButton('Tentar de novo', () => ports.onRetry(item.key)),
      createTextButton('Descartar', () => ports.onDiscard(item.key)),
    )
  else if (item.status === 'waiting' && item.file) meta.append(createTextButton('Cancelar', () => ports.onDiscard(item.key)))
  const speaker = buildElement(
    'p',
    'speaker',
    item.isOwn ? 'Você' : item.staffName ? `${item.staffName}, da equipe` : ports.agentName(),
  )
  // Shows the author only if a team member wrote instead of the agent.
  speaker.toggleAttribute('data-shown', item.staffName !== null && !item.continuesGroup)
  bubble.prepend(speaker)
  bubble.append(text, ...(item.offeredChoices ? [createOptionList(item.offeredChoices, ports)] : []), meta)
  if (item.reaction) {
    const reaction = buildElement('p', 'reaction', item.reaction)
    bubble.dataset.reacted = ''
    reaction.setAttribute('aria-label', `Reação da equipe: ${item.reaction}`)
    bubble.append(reaction)
  }
  return bubble
}

/** Creates the list of options that a message offers: buttons while the lead can choose, otherwise plain text. */
const createOptionList = (
  { messageId, options, isOpen }: NonNullable<BubbleItem['offeredChoices']>,
  ports: MessageLogPorts,
): HTMLElement => {
  const list = buildElement('ul', 'options')
  for (const { id, title, description } of options) {
    const option = isOpen
      ? createTextButton(title, () => ports.onChoose({ message_id: messageId, id }, title))
      : buildElement('p', '', title)
    option.className = 'option'
    if (description) option.append(buildElement('span', 'detail', description))
    const entry = buildElement('li', '')
    entry.append(option)
    list.append(entry)
  }
  return list
}

const createTextButton = (label: string, onClick: () => void): HTMLButtonElement => {
  const element = buildElement('button', 'link', label)
  element.type = 'button'
  element.addEventListener('click', onClick)
  return element
}

/**
 * Returns a function that renders the chat items into `root`. Elements of unchanged items are reused, so that screen readers announce only
 * changes.
 */
export const createMessageLog = (root: HTMLElement, ports: MessageLogPorts): ((items: readonly ChatItem[]) => void) => {
  pauseOtherPlayers(root)
  let rendered = new Map<string, { signature: string; element: HTMLElement }>()
  return (items) => {
    const next = new Map<string, { signature: string; element: HTMLElement }>()
    let cursor = root.firstChild
    for (const item of items) {
      const signature =
        JSON.stringify(item) +
        ports.agentName() +
        (item.kind === 'bubble' && item.status !== 'sent'
          ? String(ports.isOffline()) + JSON.stringify(ports.getLocalFile(item.key))
          : '')
      const previous = rendered.get(item.key)
      const element =
        previous?.signature === signature
          ? previous.element
          : item.kind === 'day'
            ? buildElement('p', 'day', item.label)
            : createBubble(item, ports)
      if (previous && previous.element !== element) {
        if (cursor === previous.element) cursor = element
        movePlayingElement(previous.element, element)
        previous.element.replaceWith(element)
      }
      if (element === cursor) cursor = element.nextSibling
      else root.insertBefore(element, cursor)
      next.set(item.key, { signature, element })
    }
    for (const [key, { element }] of rendered) if (!next.has(key)) element.remove()
    rendered = next
  }
}
