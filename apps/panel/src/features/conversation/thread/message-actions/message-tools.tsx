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
export default function MessageTools({ rows: mainRows, list: mainList, conversation, lock }: MessageToolsProps) {
  const canReply = useSession(({ user }) => user?.capabilities?.includes('reply'))
  useEffect(() => cancelReply, [])
  useEffect(() => clearImageAlbums, [])
  const [contextTargetId, setContextTargetId] = useState<string | null>(null)
  const goToMessage = (id: string) => {
    const isLoaded = mainRows.some((row) => row.kind === 'message' && row.message.message_id === id)
    setContextTargetId(isLoaded ? null : id)
    if (isLoaded) useJumpTarget.setState({ messageId: id })
  }
  const renderTools = (rows: readonly ThreadRow[], list: MessageToolsProps['list']) => (
    <>
      <AlbumUpdater rows={rows} />
      <ThreadGallery rows={rows} />
      {canReply && <MessageRowTools conversation={conversation} lock={lock} rows={rows} list={list} onNotLoaded={goToMessage} />}
    </>
  )
  if (contextTargetId === null) return renderTools(mainRows, mainList)
  return (
    <Suspense>
      <MessageContextOverlay
        key={contextTargetId}
        conversation={conversation}
        mainRows={mainRows}
        mainList={mainList}
        target={contextTargetId}
        onClose={() => setContextTargetId(null)}
      >
        {renderTools}
      </MessageContextOverlay>
    </Suspense>
  )
}
