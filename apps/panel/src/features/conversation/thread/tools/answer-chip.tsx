import { isLeadRole, type ReplyTo } from '@prosa/contract/entities/message'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../../shared/ui/icon-button.tsx'
import { shown } from '../../cache/shown-text.ts'
import { wordsOf } from '../message-words.ts'
import { answerNothing, useAnswering } from './answering.ts'

const answeringWords = ({ role, person }: ReplyTo): string => {
  if (role && isLeadRole(role)) return 'Em resposta ao lead'
  return person ? `Em resposta a ${shown(person)}` : 'Em resposta à IA'
}

/** Message that the next one answers, above the composer, with a cancel button. */
export function AnswerChip({ conversationId }: { conversationId: string }) {
  const answering = useAnswering()
  if (answering.conversationId !== conversationId) return null
  const { to } = answering
  return (
    <div className="flex items-center gap-2 border-line border-t bg-bg px-3 pt-2 sm:px-5">
      <p className="min-w-0 flex-1 rounded-control border-primary border-l-[3px] bg-hover px-2.5 py-1.5 text-ui">
        <span className="block truncate font-semibold text-ink-2 text-meta">{answeringWords(to)}</span>
        <span dir="auto" className="block truncate">
          {shown(wordsOf(to.type, to.preview))}
        </span>
      </p>
      <IconButton label="Cancelar resposta" onClick={answerNothing}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
