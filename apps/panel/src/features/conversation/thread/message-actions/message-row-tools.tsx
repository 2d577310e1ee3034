import { FLASH_DURATION_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type RefObject, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../../shared/session/session.ts'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { useLayer } from '../../../../shared/ui/layers/use-layer.ts'
import { MenuLayer } from '../../../../shared/ui/menus/menu.tsx'
import { ComposerFocusContext } from '../../composer/text/composer-focus-context.ts'
import { useImageAlbums } from '../images/image-albums.ts'
import { canHaveInfo } from '../info/can-have-info.ts'
import { canHaveSources } from '../info/can-have-sources.ts'
import { MessageInfoDialog } from '../info/message-info-dialog.tsx'
import { useJumpTarget } from '../jumps/use-jump-target.ts'
import type { MessageListHandle } from '../message-list/message-list.tsx'
import type { ThreadRow } from '../message-list/thread-rows.ts'
import { canReact } from '../reactions/can-react.ts'
import { CustomEmojiDialog } from '../reactions/custom-emoji-dialog.tsx'
import { useSetReaction } from '../reactions/use-set-reaction.ts'
import { ReplyPreview } from '../replies/reply-preview.tsx'
import { startReply } from '../replies/reply-target.ts'
import { MessageMenu } from './message-menu.tsx'
import { useMessageGestures } from './use-message-gestures.ts'

const [MessageSourcesDialog] = lazyComponent(() => import('../info/message-sources-dialog.tsx'))
const [CorrectReplyDialog] = lazyComponent(() => import('../corrections/correct-reply-dialog.tsx'))

export interface MessageRowToolsProps {
  rows: readonly ThreadRow[]
  list: RefObject<MessageListHandle | null>
  conversation: Conversation
  lock: ComposerLock
  /** Called with the id of a message to scroll to that is not among these rows. */
  onFar: (id: string) => void
}

/** Duration in milliseconds for which a found message is highlighted (INBOX-13). */
const FOUND_HIGHLIGHT_MS = 2_000

/** Tools for the messages in a list: menu, reply, reactions, details and scrolling to a message. */
export function MessageRowTools({ rows, list, conversation, lock, onFar }: MessageRowToolsProps) {
  const { _id: conversationId, lead_id: leadId } = conversation
  const place = { leadId, conversationId }
  const mark = useRef<HTMLSpanElement>(null)
  const composer = use(ComposerFocusContext)
  const layer = useLayer()
  const react = useSetReaction(place)
  const [chosen, setChosen] = useState<Message | null>(null)
  const [open, setOpen] = useState<'info' | 'emoji' | 'basis' | 'correct' | null>(null)
  const can = useSession(({ user }) => user?.capabilities) ?? []
  const [hovered, setHovered] = useState<{ bubble: HTMLElement; message: Message } | null>(null)
  const messageAt = (index: number): Message | null => {
    const row = rows[index]
    return row?.kind === 'message' && row.message.type !== 'system' ? row.message : null
  }
  const rowElement = (index: number) => mark.current?.parentElement?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const withMessage = (index: number, run: (message: Message) => void) => {
    const message = messageAt(index)
    if (message) run(message)
  }
  const answerTo = (message: Message) => {
    if (lock || message.revoked_at || message.type === 'reaction') return
    startReply(conversationId, message)
    composer.current?.focus()
  }

  useMessageGestures(mark, {
    onMenu: (index, at) =>
      withMessage(index, (message) => {
        const row = rowElement(index)
        if (!row) return
        setChosen(message)
        row.tabIndex = -1
        const bubble = row.querySelector('[data-speaker]') ?? row
        const { left, bottom } = bubble.getBoundingClientRect()
        const { x, y } = at ?? { x: left + 16, y: bottom }
        layer.openAt(row, { anchor: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0), contextElement: row } })
      }),
    onHover: (index, bubble) => withMessage(index, (message) => setHovered({ bubble, message })),
    onAnswer: (index) => withMessage(index, answerTo),
    onReact: (index) =>
      withMessage(index, (message) => {
        if (lock || !canReact(message, can)) return
        setChosen(message)
        setOpen('emoji')
      }),
    onInfo: (index) =>
      withMessage(index, (message) => {
        if (!canHaveInfo(message, can)) return
        setChosen(message)
        setOpen('info')
      }),
    onBasis: (index) =>
      withMessage(index, (message) => {
        if (!can.includes('knowledge') || !canHaveSources(message)) return
        setChosen(message)
        setOpen('basis')
      }),
    onCorrect: (index) =>
      withMessage(index, (message) => {
        if (!can.includes('versions') || !canHaveSources(message)) return
        setChosen(message)
        setOpen('correct')
      }),
    newest: () => rows.findLastIndex((row) => row.kind === 'message' && isLeadRole(row.message.role)),
    last: () => rows.length - 1,
    leave: () => composer.current?.focus(),
  })

  const jumpTo = useJumpTarget(({ to, of = conversationId }) => (of === conversationId ? to : null))
  const jump = useEffectEvent((id: string) => {
    const { of } = useJumpTarget.getState()
    useJumpTarget.setState({ to: null })
    const first = useImageAlbums.getState().albums.get(id)?.[0]?.message_id ?? id
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.message_id === first)
    if (index < 0) return onFar(id)
    useJumpTarget.setState({ of: undefined })
    list.current?.scrollToRow(index, 'center')
    // The row is rendered after the scroll.
    setTimeout(() => {
      const row = rowElement(index)
      const bubble = row?.querySelector('[data-speaker]')
      // The clicked element is covered by the overlay, so the message gets the focus.
      if (row && document.activeElement === document.body) {
        row.tabIndex = -1
        row.focus({ preventScroll: true })
      }
      const tint = getComputedStyle(document.documentElement).getPropertyValue('--primary')
      bubble?.animate(
        [{ boxShadow: `0 0 0 3px ${tint}` }, { boxShadow: `0 0 0 3px ${tint}` }],
        of ? FOUND_HIGHLIGHT_MS : FLASH_DURATION_MS,
      )
    }, 150)
  })
  useEffect(() => {
    if (jumpTo) jump(jumpTo)
  }, [jumpTo])

  const close = () => setOpen(null)
  return (
    <>
      <span ref={mark} data-message-tools hidden />
      {hovered?.bubble.isConnected &&
        createPortal(
          <span className="absolute -top-2.5 right-1 rounded-control bg-surface shadow-float max-sm:hidden">
            <IconButton
              label="Ações da mensagem"
              aria-haspopup="menu"
              className="!size-7"
              onClick={({ currentTarget, detail }) => {
                setChosen(hovered.message)
                layer.openAt(currentTarget, { byKeyboard: detail === 0 })
              }}
            >
              <Ellipsis aria-hidden="true" />
            </IconButton>
          </span>,
          hovered.bubble,
        )}
      {layer.place && chosen && (
        <Suspense>
          <MenuLayer open={layer.open} onOpenChange={layer.setOpen} sideOffset={2} {...layer.place}>
            <MessageMenu
              message={chosen}
              acts={{
                onAnswer: lock ? null : () => answerTo(chosen),
                onReact: (emoji) => react(chosen, emoji),
                onOtherEmoji: () => setOpen('emoji'),
                onInfo: () => setOpen('info'),
                onBasis: () => setOpen('basis'),
                onCorrect: () => setOpen('correct'),
              }}
            />
          </MenuLayer>
        </Suspense>
      )}
      {open === 'info' && chosen && <MessageInfoDialog message={chosen} place={place} onClose={close} />}
      {open === 'basis' && chosen && (
        <Suspense>
          <MessageSourcesDialog message={chosen} agentId={conversation.agent_id} onClose={close} />
        </Suspense>
      )}
      {open === 'correct' && chosen && conversation.agent_id && (
        <Suspense>
          <CorrectReplyDialog message={chosen} agentId={conversation.agent_id} onClose={close} />
        </Suspense>
      )}
      {open === 'emoji' && chosen && <CustomEmojiDialog onChoose={(emoji) => react(chosen, emoji)} onClose={close} />}
      <ReplyPreview conversationId={conversationId} />
    </>
  )
}
