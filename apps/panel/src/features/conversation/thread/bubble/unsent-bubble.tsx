import Clock from 'lucide-react/icons/clock'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { memo, Suspense } from 'react'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { UNKNOWN_SEND_FAILURE } from '../../composer/sending/send-failure.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { NonTextContent } from '../content/message-content.tsx'
import { MessageText } from '../content/message-text.tsx'
import { getPlaceholderClasses } from '../images/image-frame.ts'
import { Bubble } from './message-bubble.tsx'

const STATUS_TEXT = {
  waiting: 'Enviando...',
  done: 'Processando...',
  error: 'Falhou, clique no icone ao lado para tentar novamente',
} as const

interface UnsentBubbleProps {
  entry: UnsentMessage
  /** Name of the signed-in user. */
  userName: string
  isFirstInGroup: boolean
  onRetry: (entry: UnsentMessage) => void
  onDiscard: (entry: UnsentMessage) => void
}

/** Bubble of an unsent message. A text and an icon show whether it is being sent or has failed. */
export const UnsentBubble = memo(function UnsentBubble({
  entry,
  userName,
  isFirstInGroup,
  onRetry,
  onDiscard,
}: UnsentBubbleProps) {
  const { status, content, peer, failure } = entry
  const failed = status === 'error'
  const reason = failed && failure !== UNKNOWN_SEND_FAILURE ? failure : null
  const aside = failed && (
    <span className="flex shrink-0">
      <IconButton label="Descartar mensagem" onClick={() => onDiscard(entry)}>
        <X aria-hidden="true" />
      </IconButton>
      <IconButton label="Tentar novamente" className="text-roma" onClick={() => onRetry(entry)}>
        <RotateCcw aria-hidden="true" />
      </IconButton>
    </span>
  )
  const meta = (
    <>
      {status === 'waiting' && <Spinner className="size-3" />}
      {status === 'done' && <Clock aria-hidden="true" className="text-ipe" />}
      <span role="status" className={failed ? 'text-roma' : ''}>
        {STATUS_TEXT[status]}
        {reason && <span className="wrap-anywhere block font-semibold">{reason}</span>}
      </span>
    </>
  )
  return (
    <Bubble
      speaker="staff"
      failed={failed}
      author={stripBidiControls(peer?.userName ?? userName)}
      isFirstInGroup={isFirstInGroup}
      aside={aside}
    >
      {(entry.file ?? entry.replyTo) && (
        <Suspense fallback={<div className={getPlaceholderClasses(entry)} />}>
          <NonTextContent entry={entry} />
        </Suspense>
      )}
      <MessageText content={content} meta={meta} />
    </Bubble>
  )
})
