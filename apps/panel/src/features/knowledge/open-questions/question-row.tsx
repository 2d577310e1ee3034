import type { KnowledgeQuestion } from '@prosa/contract/entities/agents/knowledge'
import { Link } from '@tanstack/react-router'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { formatDetailedDate, getCalendarDay } from '../../../shared/formatting/format-date.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import { APPROVE_SHORTCUT } from './use-approve-shortcut.ts'

/** Formats the time of a question: 'hoje às 09:05', 'ontem às 22:40', '02/10 às 08:00'. */
const formatAskedAt = (at: string, now: number): string => {
  const dateText = formatDetailedDate(at, now, 'pt-BR')
  return getCalendarDay(at) === getCalendarDay(now) ? `hoje às ${dateText}` : dateText
}

const formatTimesAsked = (times: number): string => (times === 1 ? 'perguntada 1 vez' : `perguntada ${times} vezes`)

interface QuestionRowProps {
  question: KnowledgeQuestion
  /** Name of the agent that received the question last. Undefined if there is only one agent. */
  agentName: string | undefined
  isOnline: boolean
  /** Whether the answer to this question, or its dismissal, is being saved. */
  isBusy: boolean
  isEditing: boolean
  /** Whether the keyboard shortcut for approving applies to this question. */
  hasShortcut: boolean
  onApprove: () => void
  onDismiss: () => void
  onEditingChange: (isEditing: boolean) => void
}

/** Row of an unanswered question: its text, how often and when it was asked, a suggested answer, and buttons to approve or dismiss it. */
export function QuestionRow({
  question,
  agentName,
  isOnline,
  isBusy,
  isEditing,
  hasShortcut,
  onApprove,
  onDismiss,
  onEditingChange,
}: QuestionRowProps) {
  const { _id, text, times, last_at, answer, state, lead_id, conversation_id } = question
  const isSuggested = state === 'suggested' && answer !== null
  return (
    <li data-question={_id} className="relative border-line border-t px-edge py-4 first:border-t-0">
      {isSuggested && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-(--margin-rule) bg-primary" />}
      <p dir="auto" className="wrap-anywhere font-semibold text-ui">
        {text}
      </p>
      <p className="wrap-anywhere text-ink-3 text-meta tabular first-letter:uppercase">
        {formatTimesAsked(times)}, a última <time dateTime={last_at}>{formatAskedAt(last_at, getServerTime())}</time>
        {agentName && ` · ${agentName}`}
        {lead_id && conversation_id && (
          <Link
            to={`${PATHS.chat}/$leadId/$conversationId`}
            params={{ leadId: lead_id, conversationId: conversation_id }}
            className="reach ml-2 whitespace-nowrap rounded-control text-ink-2 underline decoration-dotted underline-offset-2 hover:text-ink"
          >
            ver a conversa
          </Link>
        )}
      </p>
      {isSuggested && !isEditing && (
        <blockquote className="mt-2.5 rounded-card rounded-tr-speaker bg-bubble-manual px-3.5 py-2.5">
          <p className="font-semibold text-ink-3 text-meta">O que a equipe respondeu</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ui">
            {answer}
          </p>
        </blockquote>
      )}
      {isEditing ? (
        <AnswerForm questionId={_id} initialAnswer={answer ?? ''} isOnline={isOnline} onDone={() => onEditingChange(false)} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {isSuggested && (
            <Button
              variant="primary"
              busy={isBusy}
              disabled={!isOnline}
              aria-keyshortcuts={hasShortcut ? APPROVE_SHORTCUT : undefined}
              onClick={onApprove}
            >
              Aprovar
              {hasShortcut && (
                <kbd
                  aria-hidden="true"
                  className="coarse:hidden min-w-5 rounded-[4px] border border-current px-1 text-center font-sans text-meta"
                >
                  {APPROVE_SHORTCUT}
                </kbd>
              )}
            </Button>
          )}
          <Button disabled={!isOnline || isBusy} onClick={() => onEditingChange(true)}>
            Escrever resposta
          </Button>
          <Button variant="ghost" disabled={!isOnline || isBusy} onClick={onDismiss}>
            Não é para saber
          </Button>
        </div>
      )}
    </li>
  )
}
