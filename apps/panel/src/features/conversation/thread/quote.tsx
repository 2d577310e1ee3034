import { isLeadRole, type ReplyTo } from '@prosa/contract/entities/message'
import { shown } from '../cache/shown-text.ts'
import { useJump } from './jump.ts'
import { wordsOf } from './message-words.ts'

/** Returns the author of the quoted message. */
const authorOf = ({ role, person }: ReplyTo): string => (role && isLeadRole(role) ? 'Lead' : shown(person || 'IA'))

const LOOK = 'mt-0.5 block w-full min-w-0 rounded-control border-primary border-l-[3px] bg-hover px-2.5 py-1.5 text-left text-ui'

/** Quote of the message that this one answers. A click scrolls to it. */
export function Quote({ quote }: { quote: ReplyTo }) {
  const { message_id: id } = quote
  if (!id) return <p className={`${LOOK} text-ink-3`}>Mensagem que não está aqui</p>
  return (
    <button type="button" className={`${LOOK} coarse:min-h-11`} onClick={() => useJump.setState({ to: id })}>
      <span className="sr-only">Em resposta a </span>
      <span className="block truncate font-semibold text-ink-2 text-meta">{authorOf(quote)}</span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere text-ink-2">
        {shown(wordsOf(quote.type, quote.preview))}
      </span>
    </button>
  )
}

export const ReactionRefused = ({ reason }: { reason: string }) => (
  <p className="text-meta text-roma">A reação não foi: {shown(reason)}</p>
)
