import { isLeadRole, type ReplyTo } from '@prosa/contract/entities/conversations/message'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { getMessagePreview } from './message-preview.ts'
import { cancelReply, useReplyTarget } from './reply-target.ts'

const getReplyLabel = ({ role, person }: ReplyTo): string => {
  if (role && isLeadRole(role)) return 'Em resposta ao lead'
  return person ? `Em resposta a ${stripBidiControls(person)}` : 'Em resposta à IA'
}

/** Shows, above the composer, the message to which the next message will reply, with a cancel button. */
export function ReplyPreview({ conversationId }: { conversationId: string }) {
  const replyTarget = useReplyTarget()
  if (replyTarget.conversationId !== conversationId) return null
  const { message } = replyTarget
  return (
    <div className="flex items-center gap-2 border-line border-t bg-bg px-3 pt-2 sm:px-5">
      <p className="min-w-0 flex-1 rounded-control border-primary border-l-[3px] bg-hover px-2.5 py-1.5 text-ui">
        <span className="block truncate font-semibold text-ink-2 text-meta">{getReplyLabel(message)}</span>
        <span dir="auto" className="block truncate">
          {stripBidiControls(getMessagePreview(message.type, message.preview))}
        </span>
      </p>
      <IconButton label="Cancelar resposta" onClick={cancelReply}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
