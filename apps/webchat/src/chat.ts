import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import {
  challengeSolver,
  fetchOlderMessages,
  getFileUrl,
  getStreamUrl,
  type OpenedChat,
  openChat,
  sendChatMessage,
} from './connection/api.ts'
import { createChatEventStream } from './connection/chat-event-stream.ts'
import { createFileControls } from './files/file-controls.ts'
import { hideNotice, type PageParts, showNotice } from './page.ts'
import { createComposer } from './sending/composer.ts'
import type { ChosenOption, Outbox, UnsentFile } from './sending/outbox.ts'
import { createSender, type SenderState } from './sending/sender.ts'
import {
  buildChatItems,
  type ConfirmedMessages,
  findConfirmedUnsent,
  getLastSeq,
  getOlderCursor,
  hasGapBefore,
  mergeConfirmed,
  mergeNewestPage,
  mergeOlderPage,
} from './thread/chat-items.ts'
import { createMessageLog } from './thread/message-log.ts'
import { createOlderMessagesButton } from './thread/older-messages-button.ts'
import { createScrollFollower } from './thread/scroll-follower.ts'
import { createTypingTracker } from './thread/typing-tracker.ts'

const runAfter = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const OFFLINE_TEXT = 'Sem conexão. O que você escrever fica guardado e sai quando a internet voltar.'
const RECONNECTING_TEXT = 'Reconectando…'
const QUEUE_TEXT = 'Muita gente está escrevendo agora. Sua mensagem está guardada e sai sozinha em até um minuto.'
/** Milliseconds after which a lost connection is shown to the lead. */
const LOST_NOTICE_DELAY_MS = 2_500

/** Starts the chat with one agent. `opened`: the server's response to opening the page, with the agent and the newest messages. */
export const startChat = (parts: PageParts, agentId: string, outbox: Outbox, opened: OpenedChat): void => {
  const { agent } = opened
  let confirmed: ConfirmedMessages = []
  let connection: SenderState = 'fine'
  let missed = 0
  let patience: (() => void) | null = null

  const follow = createScrollFollower(parts.scroller, (atEnd) => {
    if (atEnd) missed = 0
    parts.jump.hidden = atEnd || missed === 0
  })
  const isOffline = () => connection === 'lost' || !navigator.onLine
  const draw = createMessageLog(parts.log, {
    agentName: () => agent.name,
    isOffline,
    fileAddress: (messageId) => getFileUrl(agentId, messageId),
    local: (key) => files.local(key),
    choose: (choice, title) => put(title, { choice }),
    retry: (key) => {
      const entry = outbox.list().find((unsent) => unsent.key === key)
      if (entry) {
        const { reason: _before, ...again } = entry
        outbox.put({ ...again, status: 'waiting' })
      }
      redraw()
      sender.wake()
    },
    discard: (key) => {
      outbox.remove(key)
      files.drop(key)
      redraw()
    },
  })
  const redraw = () => {
    const unsent = outbox.list()
    if (confirmed.length + unsent.length > 0) hideNotice(parts)
    follow.around(() => {
      older.show(getOlderCursor(confirmed) !== null)
      draw(buildChatItems(confirmed, unsent, new Date()))
    })
  }
  const tell = () => {
    parts.line.textContent = !navigator.onLine ? OFFLINE_TEXT : connection === 'queue' ? QUEUE_TEXT : RECONNECTING_TEXT
    parts.line.hidden = navigator.onLine && connection === 'fine'
  }
  const connected = (state: SenderState) => {
    if (state === 'lost' && navigator.onLine && connection === 'fine') {
      patience ??= runAfter(LOST_NOTICE_DELAY_MS, () => {
        patience = null
        connection = 'lost'
        tell()
        redraw()
      })
      return
    }
    patience?.()
    patience = null
    const changes = connection !== state
    connection = state
    tell()
    if (changes) redraw()
  }
  const take = (messages: readonly WebchatMessage[], isPage: boolean) => {
    const before = getLastSeq(confirmed)
    confirmed = isPage ? mergeNewestPage(confirmed, messages) : mergeConfirmed(confirmed, messages)
    for (const { key } of findConfirmedUnsent(confirmed, outbox.list())) outbox.remove(key)
    const news = messages.filter((message) => !isLeadRole(message.role) && (message.seq ?? 0) > before)
    typing.spoke(news.map(({ person }) => person ?? agent.name))
    if (news.length > 0 && !follow.isAtEnd()) {
      missed += news.length
      parts.jump.hidden = false
    }
    if (news.length > 0 && document.hidden && before > 0) document.title = `(${news.length}) ${agent.name} · ${agent.company}`
    redraw()
  }
  const catchUp = async () => {
    const result = await openChat(agentId, getLastSeq(confirmed))
    if (result.ok) take(result.data.messages, true)
  }

  const older = createOlderMessagesButton(parts, async () => {
    const before = getOlderCursor(confirmed)
    const result = before === null ? null : await fetchOlderMessages(agentId, before)
    if (!result?.ok) return result === null
    follow.above(() => {
      confirmed = mergeOlderPage(confirmed, result.data.messages)
      redraw()
    })
    return true
  })
  const typing = createTypingTracker({
    after: runAfter,
    show: (text) =>
      follow.around(() => {
        parts.typing.hidden = text === null
        parts.typingText.textContent = text ?? ''
      }),
  })
  const stream = createChatEventStream({
    address: () => getStreamUrl(agentId, getLastSeq(confirmed)),
    connect: (address) => new EventSource(address),
    after: runAfter,
    message: (message) => {
      if (hasGapBefore(confirmed, message)) void catchUp()
      else take([message], false)
    },
    changed: (message) => {
      // Updates only messages that are shown. Other messages are loaded later, in their current state.
      if (confirmed.some(({ message_id }) => message_id === message.message_id)) take([message], false)
    },
    typing: (isTyping, name) => typing.hear(isTyping, name),
    state: (state) => {
      connected(state === 'open' ? 'fine' : 'lost')
      if (state === 'lost') typing.end()
    },
  })
  const sender = createSender({
    outbox,
    after: runAfter,
    send: (entry) =>
      entry.file
        ? files.send(entry)
        : sendChatMessage(agentId, entry.key, entry.content, entry.choice && { choice: entry.choice }),
    sent: (message) => {
      take([message], false)
      // Connects the event stream: it needs the conversation, which the first message creates.
      stream.wake()
    },
    changed: (state) => {
      if (state) connected(state)
      redraw()
    },
  })
  challengeSolver.whenSolved(() => sender.wake())
  const put = (content: string, beside?: { key: string; file: UnsentFile } | { choice: ChosenOption }) => {
    outbox.put({ key: crypto.randomUUID(), content, at: outbox.now(), status: 'waiting', ...beside })
    // Sends before drawing, so that a message that fails to draw is still sent.
    sender.wake()
    redraw()
    follow.toEnd()
  }
  const files = createFileControls({ agentId, parts, put, changed: redraw, chosen: () => composer.refresh() })
  const say = (content: string) => (files.carries() ? files.sendWith(content) : put(content))
  const wake = () => {
    tell()
    sender.wake()
    if (getLastSeq(confirmed) > 0) stream.wake()
    redraw()
  }

  const composer = createComposer(parts, say, files.carries)
  parts.jump.addEventListener('click', () => {
    follow.toEnd()
    parts.field.focus()
  })
  addEventListener('online', wake)
  addEventListener('offline', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    document.title = `${agent.name} · ${agent.company}`
    wake()
  })

  take(opened.messages, true)
  follow.toEnd()
  composer.enable()
  files.enable()
  requestAnimationFrame(() => parts.log.setAttribute('aria-live', 'polite'))
  if (confirmed.length + outbox.list().length === 0) {
    showNotice(parts, 'empty', {
      title: `Fale com ${agent.name}`,
      text: `Mande a primeira mensagem. A resposta de ${agent.company} chega por aqui mesmo, na hora.`,
      action: { label: 'Dizer oi', run: () => say('Oi!') },
    })
  }
  if (opened.returning) stream.wake()
  sender.wake()
  tell()
  if (matchMedia('(pointer: fine)').matches) parts.field.focus()
}
