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
/** Delay in milliseconds before the page shows that the connection is lost. */
const LOST_NOTICE_DELAY_MS = 2_500

/**
 * Starts the chat with an agent.
 * @param opened response of the API when the page was opened: the agent and the newest messages
 */
export const startChat = (parts: PageParts, agentId: string, outbox: Outbox, opened: OpenedChat): void => {
  const { agent } = opened
  let confirmedMessages: ConfirmedMessages = []
  let senderState: SenderState = 'fine'
  let missedCount = 0
  let cancelLostNotice: (() => void) | null = null

  const scrollFollower = createScrollFollower(parts.scroller, (atEnd) => {
    if (atEnd) missedCount = 0
    parts.jumpToEndButton.hidden = atEnd || missedCount === 0
  })
  const isOffline = () => senderState === 'lost' || !navigator.onLine
  const renderLog = createMessageLog(parts.log, {
    agentName: () => agent.name,
    isOffline,
    getFileUrl: (messageId) => getFileUrl(agentId, messageId),
    getLocalFile: (key) => files.getLocalFile(key),
    onChoose: (choice, title) => enqueue(title, { choice }),
    onRetry: (key) => {
      const entry = outbox.list().find((unsent) => unsent.key === key)
      if (entry) {
        const { reason: _before, ...retryEntry } = entry
        outbox.put({ ...retryEntry, status: 'waiting' })
      }
      render()
      sender.sendPending()
    },
    onDiscard: (key) => {
      outbox.remove(key)
      files.remove(key)
      render()
    },
  })
  const render = () => {
    const unsent = outbox.list()
    if (confirmedMessages.length + unsent.length > 0) hideNotice(parts)
    scrollFollower.updateKeepingEnd(() => {
      olderButton.show(getOlderCursor(confirmedMessages) !== null)
      renderLog(buildChatItems(confirmedMessages, unsent, new Date()))
    })
  }
  const updateConnectionNotice = () => {
    parts.connectionNotice.textContent = !navigator.onLine
      ? OFFLINE_TEXT
      : senderState === 'queue'
        ? QUEUE_TEXT
        : RECONNECTING_TEXT
    parts.connectionNotice.hidden = navigator.onLine && senderState === 'fine'
  }
  const setConnectionState = (state: SenderState) => {
    if (state === 'lost' && navigator.onLine && senderState === 'fine') {
      cancelLostNotice ??= runAfter(LOST_NOTICE_DELAY_MS, () => {
        cancelLostNotice = null
        senderState = 'lost'
        updateConnectionNotice()
        render()
      })
      return
    }
    cancelLostNotice?.()
    cancelLostNotice = null
    const hasChanged = senderState !== state
    senderState = state
    updateConnectionNotice()
    if (hasChanged) render()
  }
  const applyMessages = (messages: readonly WebchatMessage[], isPage: boolean) => {
    const lastSeqBefore = getLastSeq(confirmedMessages)
    confirmedMessages = isPage ? mergeNewestPage(confirmedMessages, messages) : mergeConfirmed(confirmedMessages, messages)
    for (const { key } of findConfirmedUnsent(confirmedMessages, outbox.list())) outbox.remove(key)
    const newReplies = messages.filter((message) => !isLeadRole(message.role) && (message.seq ?? 0) > lastSeqBefore)
    typingTracker.clearNames(newReplies.map(({ person }) => person ?? agent.name))
    if (newReplies.length > 0 && !scrollFollower.isAtEnd()) {
      missedCount += newReplies.length
      parts.jumpToEndButton.hidden = false
    }
    if (newReplies.length > 0 && document.hidden && lastSeqBefore > 0)
      document.title = `(${newReplies.length}) ${agent.name} · ${agent.company}`
    render()
  }
  const fetchMissedMessages = async () => {
    const result = await openChat(agentId, getLastSeq(confirmedMessages))
    if (result.ok) applyMessages(result.data.messages, true)
  }

  const olderButton = createOlderMessagesButton(parts, async () => {
    const olderCursor = getOlderCursor(confirmedMessages)
    const result = olderCursor === null ? null : await fetchOlderMessages(agentId, olderCursor)
    if (!result?.ok) return result === null
    scrollFollower.updateKeepingPosition(() => {
      confirmedMessages = mergeOlderPage(confirmedMessages, result.data.messages)
      render()
    })
    return true
  })
  const typingTracker = createTypingTracker({
    schedule: runAfter,
    onTextChange: (text) =>
      scrollFollower.updateKeepingEnd(() => {
        parts.typing.hidden = text === null
        parts.typingText.textContent = text ?? ''
      }),
  })
  const stream = createChatEventStream({
    getUrl: () => getStreamUrl(agentId, getLastSeq(confirmedMessages)),
    connect: (address) => new EventSource(address),
    schedule: runAfter,
    onMessage: (message) => {
      if (hasGapBefore(confirmedMessages, message)) void fetchMissedMessages()
      else applyMessages([message], false)
    },
    onMessageChanged: (message) => {
      // Updates the message only if it is on the page. Other messages are fetched later, in their current state.
      if (confirmedMessages.some(({ message_id }) => message_id === message.message_id)) applyMessages([message], false)
    },
    onTyping: (isTyping, name) => typingTracker.handleTyping(isTyping, name),
    onStateChange: (state) => {
      setConnectionState(state === 'open' ? 'fine' : 'lost')
      if (state === 'lost') typingTracker.clearAll()
    },
  })
  const sender = createSender({
    outbox,
    schedule: runAfter,
    send: (entry) =>
      entry.file
        ? files.send(entry)
        : sendChatMessage(agentId, entry.key, entry.content, entry.choice && { choice: entry.choice }),
    onSent: (message) => {
      applyMessages([message], false)
      // Connects to the event stream only now, because the first message creates the conversation that the stream needs.
      stream.ensureOpen()
    },
    onStateChange: (state) => {
      if (state) setConnectionState(state)
      render()
    },
  })
  challengeSolver.setSolvedListener(() => sender.sendPending())
  const enqueue = (content: string, fileOrChoice?: { key: string; file: UnsentFile } | { choice: ChosenOption }) => {
    outbox.put({ key: crypto.randomUUID(), content, at: outbox.now(), status: 'waiting', ...fileOrChoice })
    // Sends before rendering, so that an error while rendering does not prevent the message from being sent.
    sender.sendPending()
    render()
    scrollFollower.scrollToEnd()
  }
  const files = createFileControls({ agentId, parts, enqueue, onChange: render, onDraftsChange: () => composer.refresh() })
  const sendText = (content: string) => (files.hasReadyFiles() ? files.sendWithCaption(content) : enqueue(content))
  const resume = () => {
    updateConnectionNotice()
    sender.sendPending()
    if (getLastSeq(confirmedMessages) > 0) stream.ensureOpen()
    render()
  }

  const composer = createComposer(parts, sendText, files.hasReadyFiles)
  parts.jumpToEndButton.addEventListener('click', () => {
    scrollFollower.scrollToEnd()
    parts.textarea.focus()
  })
  addEventListener('online', resume)
  addEventListener('offline', resume)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    document.title = `${agent.name} · ${agent.company}`
    resume()
  })

  applyMessages(opened.messages, true)
  scrollFollower.scrollToEnd()
  composer.enable()
  files.enable()
  requestAnimationFrame(() => parts.log.setAttribute('aria-live', 'polite'))
  if (confirmedMessages.length + outbox.list().length === 0) {
    showNotice(parts, 'empty', {
      title: `Fale com ${agent.name}`,
      text: `Mande a primeira mensagem. A resposta de ${agent.company} chega por aqui mesmo, na hora.`,
      action: { label: 'Dizer oi', run: () => sendText('Oi!') },
    })
  }
  if (opened.returning) stream.ensureOpen()
  sender.sendPending()
  updateConnectionNotice()
  if (matchMedia('(pointer: fine)').matches) parts.textarea.focus()
}
