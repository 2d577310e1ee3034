import { isLeadRole, type ReplyTo } from '@prosa/contract/entities/conversations/message'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { useJumpTarget } from '../jumps/use-jump-target.ts'
import { getMessagePreview } from './message-preview.ts'

const getQuoteAuthor = ({ role, person }: ReplyTo): string =>
  role && isLeadRole(role) ? 'Lead' : stripBidiControls(person || 'IA')

const QUOTE_CLASSES =
  'mt-0.5 block w-full min-w-0 rounded-control border-primary border-l-[3px] bg-hover px-2.5 py-1.5 text-left text-ui'

/** Shows the quoted message to which a message replies. A click scrolls to the quoted message. */
export function QuotedMessage({ quote }: { quote: ReplyTo }) {
  const { message_id: id } = quote
  if (!id) return <p className={`${QUOTE_CLASSES} text-ink-3`}>Mensagem que não está aqui</p>
  return (
    <button
      type="button"
      className={`${QUOTE_CLASSES} coarse:min-h-11`}
      onClick={() => useJumpTarget.setState({ messageId: id })}
    >
      <span className="sr-only">Em resposta a </span>
      <span className="block truncate font-semibold text-ink-2 text-meta">{getQuoteAuthor(quote)}</span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere text-ink-2">
        {stripBidiControls(getMessagePreview(quote.type, quote.preview))}
      </span>
    </button>
  )
}

export const RejectedReaction = ({ reason }: { reason: string }) => (
  <p className="text-meta text-roma">A reação não foi: {stripBidiControls(reason)}</p>
)
