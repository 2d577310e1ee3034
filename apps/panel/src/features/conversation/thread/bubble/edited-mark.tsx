import type { Message } from '@prosa/contract/entities/conversations/message'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../../shared/session/session.ts'
import { MessageInfoDialog } from '../info/message-info-dialog.tsx'

/** Label of an edited message. A click shows the text before the edit. */
export function EditedMark({ message }: { message: Message }) {
  const hasInfo = useSession(({ user }) => user?.capabilities?.includes('message_info') ?? false)
  const { leadId, conversationId } = useParams({ strict: false })
  const [isOpen, setOpen] = useState(false)
  if (!hasInfo || !leadId || !conversationId) return <span>editada</span>
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        // The clickable area is higher than the text line.
        className="relative coarse:min-h-11 underline decoration-dotted underline-offset-2 before:absolute before:inset-x-0 before:-inset-y-1"
      >
        editada
      </button>
      {isOpen && (
        <MessageInfoDialog message={message} conversationRef={{ leadId, conversationId }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
