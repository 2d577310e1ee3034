import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { isLeadRole } from '@prosa/contract/entities/message'
import { fileAddress, type Opened, open, openBefore, prover, send, streamAddress } from './api.ts'
import { createComposer } from './composer.ts'
import { createFiles } from './files.ts'
import { arrived, type Confirmed, itemsOf, lastSeq, leavesGap, merge, mergeOlder, mergePage, olderBefore } from './items.ts'
import { createLog } from './log.ts'
import { createOlder } from './older.ts'
import type { Choice, Outbox, UnsentFile } from './outbox.ts'
import { hideNotice, type PageParts, showNotice } from './page.ts'
import { createFollow } from './scroll.ts'
import { type Connection, createSender } from './sender.ts'
import { createStream } from './stream.ts'
import { createTyping } from './typing.ts'

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const OFFLINE = 'Sem conexão. O que você escrever fica guardado e sai quando a internet voltar.'
const RECONNECTING = 'Reconectando…'
const QUEUE = 'Muita gente está escrevendo agora. Sua mensagem está guardada e sai sozinha em até um minuto.'
/** Time in milliseconds before a lost connection is shown. */
const PATIENCE_MS = 2_500

/** Starts the chat with one agent, from the server's response when the page opened. */
export const startChat = (parts: PageParts, agentId: string, outbox: Outbox, opened: Opened): void => {
  const { agent } = opened
  let confirmed: Confirmed = []
  let connection: Connection = 'fine'
  let missed = 0
  let patience: (() => void) | null = null

  const follow = createFollow(parts.scroller, (atEnd) => {
    if (atEnd) missed = 0
    parts.jump.hidden = atEnd || missed === 0
  })
  const isOffline = () => connection === 'lost' || !navigator.onLine
  const draw = createLog(parts.log, {
    agentName: () => agent.name,
    isOffline,
    fileAddress: (messageId) => fileAddress(agentId, messageId),
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
      older.show(olderBefore(confirmed) !== null)
      draw(itemsOf(confirmed, unsent, new Date()))
    })
  }
  const tell = () => {
    parts.line.textContent = !navigator.onLine ? OFFLINE : connection === 'queue' ? QUEUE : RECONNECTING
    parts.line.hidden = navigator.onLine && connection === 'fine'
  }
  const connected = (state: Connection) => {
    if (state === 'lost' && navigator.onLine && connection === 'fine') {
      patience ??= after(PATIENCE_MS, () => {
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
    const before = lastSeq(confirmed)
    confirmed = isPage ? mergePage(confirmed, messages) : merge(confirmed, messages)
    for (const { key } of arrived(confirmed, outbox.list())) outbox.remove(key)
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
    const result = await open(agentId, lastSeq(confirmed))
    if (result.ok) take(result.data.messages, true)
  }

  const older = createOlder(parts, async () => {
    const before = olderBefore(confirmed)
    const result = before === null ? null : await openBefore(agentId, before)
    if (!result?.ok) return result === null
    follow.above(() => {
      confirmed = mergeOlder(confirmed, result.data.messages)
      redraw()
    })
    return true
  })
  const typing = createTyping({
    after,
    show: (text) =>
      follow.around(() => {
        parts.typing.hidden = text === null
        parts.typingText.textContent = text ?? ''
      }),
  })
  const stream = createStream({
    address: () => streamAddress(agentId, lastSeq(confirmed)),
    connect: (address) => new EventSource(address),
    after,
    message: (message) => {
      if (leavesGap(confirmed, message)) void catchUp()
      else take([message], false)
    },
    changed: (message) => {
      // Updates only messages that are shown; others are loaded later with their current state.
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
    after,
    send: (entry) =>
      entry.file ? files.send(entry) : send(agentId, entry.key, entry.content, entry.choice && { choice: entry.choice }),
    sent: (message) => {
      take([message], false)
      // The first message creates the conversation that the stream needs.
      stream.wake()
    },
    changed: (state) => {
      if (state) connected(state)
      redraw()
    },
  })
  prover.whenSolved(() => sender.wake())
  const put = (content: string, beside?: { key: string; file: UnsentFile } | { choice: Choice }) => {
    outbox.put({ key: crypto.randomUUID(), content, at: outbox.now(), status: 'waiting', ...beside })
    // Sends before drawing, so that a message that fails to draw is still sent.
    sender.wake()
    redraw()
    follow.toEnd()
  }
  const files = createFiles({ agentId, parts, put, changed: redraw, chosen: () => composer.refresh() })
  const say = (content: string) => (files.carries() ? files.sendWith(content) : put(content))
  const wake = () => {
    tell()
    sender.wake()
    if (lastSeq(confirmed) > 0) stream.wake()
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
