import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { type RefObject, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../../shared/session/session.ts'
import { clearImageAlbums, updateImageAlbums } from '../images/image-albums.ts'
import { ThreadGallery } from '../images/thread-gallery.tsx'
import { useJumpTarget } from '../jumps/use-jump-target.ts'
import type { MessageListHandle } from '../message-list/message-list.tsx'
import type { ThreadRow } from '../message-list/thread-rows.ts'
import { cancelReply } from '../replies/reply-target.ts'
import { MessageRowTools } from './message-row-tools.tsx'

const [MessageContextOverlay] = lazyComponent(() => import('../jumps/message-context-overlay.tsx'))

interface MessageToolsProps {
  rows: readonly ThreadRow[]
  list: RefObject<MessageListHandle | null>
  conversation: Conversation
  lock: ComposerLock
}

/** Updates the image grids of these rows before the browser paints. */
function AlbumUpdater({ rows }: Pick<MessageToolsProps, 'rows'>) {
  useLayoutEffect(() => updateImageAlbums(rows), [rows])
  return null
}

/**
 * Tools for the messages of a conversation: image grids, gallery, menu, replies, reactions and scrolling to a message, which opens the
 * message context overlay if needed.
 */
export default function MessageTools({ rows: near, list: nearList, conversation, lock }: MessageToolsProps) {
  const can = useSession(({ user }) => user?.capabilities?.includes('reply'))
  useEffect(() => cancelReply, [])
  useEffect(() => clearImageAlbums, [])
  const [far, setFar] = useState<string | null>(null)
  const go = (id: string) => {
    const isNear = near.some((row) => row.kind === 'message' && row.message.message_id === id)
    setFar(isNear ? null : id)
    if (isNear) useJumpTarget.setState({ to: id })
  }
  const tools = (rows: readonly ThreadRow[], list: MessageToolsProps['list']) => (
    <>
      <AlbumUpdater rows={rows} />
      <ThreadGallery rows={rows} />
      {can && <MessageRowTools conversation={conversation} lock={lock} rows={rows} list={list} onFar={go} />}
    </>
  )
  if (far === null) return tools(near, nearList)
  return (
    <Suspense>
      <MessageContextOverlay
        key={far}
        conversation={conversation}
        near={near}
        nearList={nearList}
        target={far}
        onClose={() => setFar(null)}
      >
        {tools}
      </MessageContextOverlay>
    </Suspense>
  )
}
