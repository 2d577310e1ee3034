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
  /** Called with the id of the message to scroll to, if it is not among these rows. */
  onNotLoaded: (id: string) => void
}

/** Duration in milliseconds for which a found message is highlighted (INBOX-13). */
const FOUND_HIGHLIGHT_MS = 2_000

/** Tools for the messages in a list: menu, reply, reactions, details and scrolling to a message. */
export function MessageRowTools({ rows, list, conversation, lock, onNotLoaded }: MessageRowToolsProps) {
  const { _id: conversationId, lead_id: leadId } = conversation
  const conversationRef = { leadId, conversationId }
  const marker = useRef<HTMLSpanElement>(null)
  const composer = use(ComposerFocusContext)
  const menuLayer = useLayer()
  const react = useSetReaction(conversationRef)
  const [selectedMessage, setSelectedMessage] = useState<Message | null>(null)
  const [open, setOpen] = useState<'info' | 'emoji' | 'basis' | 'correct' | null>(null)
  const capabilities = useSession(({ user }) => user?.capabilities) ?? []
  const [hovered, setHovered] = useState<{ bubble: HTMLElement; message: Message } | null>(null)
  const getMessageAt = (index: number): Message | null => {
    const row = rows[index]
    return row?.kind === 'message' && row.message.type !== 'system' ? row.message : null
  }
  const getRowElement = (index: number) => marker.current?.parentElement?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const withMessage = (index: number, action: (message: Message) => void) => {
    const message = getMessageAt(index)
    if (message) action(message)
  }
  const replyTo = (message: Message) => {
    if (lock || message.revoked_at || message.type === 'reaction') return
    startReply(conversationId, message)
    composer.current?.focus()
  }

  useMessageGestures(marker, {
    onOpenMenu: (index, at) =>
      withMessage(index, (message) => {
        const row = getRowElement(index)
        if (!row) return
        setSelectedMessage(message)
        row.tabIndex = -1
        const bubble = row.querySelector('[data-speaker]') ?? row
        const { left, bottom } = bubble.getBoundingClientRect()
        const { x, y } = at ?? { x: left + 16, y: bottom }
        menuLayer.openAt(row, { anchor: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0), contextElement: row } })
      }),
    onHover: (index, bubble) => withMessage(index, (message) => setHovered({ bubble, message })),
    onReply: (index) => withMessage(index, replyTo),
    onReact: (index) =>
      withMessage(index, (message) => {
        if (lock || !canReact(message, capabilities)) return
        setSelectedMessage(message)
        setOpen('emoji')
      }),
    onShowInfo: (index) =>
      withMessage(index, (message) => {
        if (!canHaveInfo(message, capabilities)) return
        setSelectedMessage(message)
        setOpen('info')
      }),
    onShowSources: (index) =>
      withMessage(index, (message) => {
        if (!capabilities.includes('knowledge') || !canHaveSources(message)) return
        setSelectedMessage(message)
        setOpen('basis')
      }),
    onCorrect: (index) =>
      withMessage(index, (message) => {
        if (!capabilities.includes('versions') || !canHaveSources(message)) return
        setSelectedMessage(message)
        setOpen('correct')
      }),
    getNewestIndex: () => rows.findLastIndex((row) => row.kind === 'message' && isLeadRole(row.message.role)),
    getLastIndex: () => rows.length - 1,
    onLeave: () => composer.current?.focus(),
  })

  const jumpTargetId = useJumpTarget(({ messageId, searchConversationId = conversationId }) =>
    searchConversationId === conversationId ? messageId : null,
  )
  const jump = useEffectEvent((id: string) => {
    const { searchConversationId } = useJumpTarget.getState()
    useJumpTarget.setState({ messageId: null })
    const albumFirstId = useImageAlbums.getState().albums.get(id)?.[0]?.message_id ?? id
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.message_id === albumFirstId)
    if (index < 0) return onNotLoaded(id)
    useJumpTarget.setState({ searchConversationId: undefined })
    list.current?.scrollToRow(index, 'center')
    // The row is rendered after the scroll.
    setTimeout(() => {
      const row = getRowElement(index)
      const bubble = row?.querySelector('[data-speaker]')
      // The clicked element is covered by the overlay, so the message gets the focus.
      if (row && document.activeElement === document.body) {
        row.tabIndex = -1
        row.focus({ preventScroll: true })
      }
      const tint = getComputedStyle(document.documentElement).getPropertyValue('--primary')
      bubble?.animate(
        [{ boxShadow: `0 0 0 3px ${tint}` }, { boxShadow: `0 0 0 3px ${tint}` }],
        searchConversationId ? FOUND_HIGHLIGHT_MS : FLASH_DURATION_MS,
      )
    }, 150)
  })
  useEffect(() => {
    if (jumpTargetId) jump(jumpTargetId)
  }, [jumpTargetId])

  const close = () => setOpen(null)
  return (
    <>
      <span ref={marker} data-message-tools hidden />
      {hovered?.bubble.isConnected &&
        createPortal(
          <span className="absolute -top-2.5 right-1 rounded-control bg-surface shadow-float max-sm:hidden">
            <IconButton
              label="Ações da mensagem"
              aria-haspopup="menu"
              className="!size-7"
              onClick={({ currentTarget, detail }) => {
                setSelectedMessage(hovered.message)
                menuLayer.openAt(currentTarget, { byKeyboard: detail === 0 })
              }}
            >
              <Ellipsis aria-hidden="true" />
            </IconButton>
          </span>,
          hovered.bubble,
        )}
      {menuLayer.position && selectedMessage && (
        <Suspense>
          <MenuLayer open={menuLayer.open} onOpenChange={menuLayer.setOpen} sideOffset={2} {...menuLayer.position}>
            <MessageMenu
              message={selectedMessage}
              handlers={{
                onReply: lock ? null : () => replyTo(selectedMessage),
                onReact: (emoji) => react(selectedMessage, emoji),
                onOtherEmoji: () => setOpen('emoji'),
                onShowInfo: () => setOpen('info'),
                onShowSources: () => setOpen('basis'),
                onCorrect: () => setOpen('correct'),
              }}
            />
          </MenuLayer>
        </Suspense>
      )}
      {open === 'info' && selectedMessage && (
        <MessageInfoDialog message={selectedMessage} conversationRef={conversationRef} onClose={close} />
      )}
      {open === 'basis' && selectedMessage && (
        <Suspense>
          <MessageSourcesDialog message={selectedMessage} agentId={conversation.agent_id} onClose={close} />
        </Suspense>
      )}
      {open === 'correct' && selectedMessage && conversation.agent_id && (
        <Suspense>
          <CorrectReplyDialog message={selectedMessage} agentId={conversation.agent_id} onClose={close} />
        </Suspense>
      )}
      {open === 'emoji' && selectedMessage && (
        <CustomEmojiDialog onChoose={(emoji) => react(selectedMessage, emoji)} onClose={close} />
      )}
      <ReplyPreview conversationId={conversationId} />
    </>
  )
}
