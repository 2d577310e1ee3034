import type { Conversation } from '@prosa/contract/entities/conversation'
import type { ComposerLock } from '@prosa/contract/rules/composer-window'
import { type RefObject, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useSession } from '../../../../shared/session/session.ts'
import { latePart } from '../../../../shared/ui/late-part.tsx'
import { forgetAlbums, showAlbums } from '../gallery/albums.ts'
import { OpenedPicture } from '../gallery/opened-picture.tsx'
import { useJump } from '../jump.ts'
import type { MessageListHandle } from '../message-list.tsx'
import type { ThreadRow } from '../thread-rows.ts'
import { answerNothing } from './answering.ts'
import { SingleMessage } from './single-message.tsx'

const [FarThread] = latePart(() => import('./far-thread.tsx'))

interface MessageToolsProps {
  rows: readonly ThreadRow[]
  list: RefObject<MessageListHandle | null>
  conversation: Conversation
  lock: ComposerLock
}

/** Sets the image grids of these rows before they are painted. */
function Albums({ rows }: Pick<MessageToolsProps, 'rows'>) {
  useLayoutEffect(() => showAlbums(rows), [rows])
  return null
}

/** Replies, reactions and details of messages: menu, shortcuts, swipe, and the line above the composer. */
export default function MessageTools({ rows: near, list: nearList, conversation, lock }: MessageToolsProps) {
  const can = useSession(({ user }) => user?.capabilities?.includes('reply'))
  useEffect(() => answerNothing, [])
  useEffect(() => forgetAlbums, [])
  const [far, setFar] = useState<string | null>(null)
  const go = (id: string) => {
    const isNear = near.some((row) => row.kind === 'message' && row.message.message_id === id)
    setFar(isNear ? null : id)
    if (isNear) useJump.setState({ to: id })
  }
  const tools = (rows: readonly ThreadRow[], list: MessageToolsProps['list']) => (
    <>
      <Albums rows={rows} />
      <OpenedPicture rows={rows} />
      {can && <SingleMessage conversation={conversation} lock={lock} rows={rows} list={list} onFar={go} />}
    </>
  )
  if (far === null) return tools(near, nearList)
  return (
    <Suspense>
      <FarThread key={far} conversation={conversation} near={near} nearList={nearList} target={far} onClose={() => setFar(null)}>
        {tools}
      </FarThread>
    </Suspense>
  )
}
