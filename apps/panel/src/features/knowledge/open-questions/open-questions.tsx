import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { KnowledgeQuestion } from '@prosa/contract/entities/agents/knowledge'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../../../shared/api/use-online.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { useFocusFallback } from '../../../shared/ui/focus/use-focus-fallback.ts'
import { useResolveQuestion } from '../mutations.ts'
import { knowledgeQueries } from '../queries.ts'
import { QuestionRow } from './question-row.tsx'
import { useApproveShortcut } from './use-approve-shortcut.ts'

/**
 * Adds the question that the user is answering to the list, even if someone else has answered it meanwhile. The server reports such a
 * conflict when the answer is sent.
 */
const includeEditedQuestion = (
  questions: readonly KnowledgeQuestion[],
  editedQuestion: KnowledgeQuestion | null,
): readonly KnowledgeQuestion[] =>
  !editedQuestion || questions.some(({ _id }) => _id === editedQuestion._id) ? questions : [editedQuestion, ...questions]

function QuestionRows({ questions, agents }: { questions: readonly KnowledgeQuestion[]; agents: readonly Agent[] }) {
  const isOnline = useOnline()
  const [editedQuestion, setEditedQuestion] = useState<KnowledgeQuestion | null>(null)
  const resolution = useResolveQuestion()
  const busyId = resolution.isPending ? resolution.variables._id : null
  const rows = includeEditedQuestion(questions, editedQuestion)
  const canApprove = ({ _id, state, answer }: KnowledgeQuestion) =>
    state === 'suggested' && answer !== null && _id !== editedQuestion?._id
  const firstApprovable = rows.find(canApprove)
  const approve = (question: KnowledgeQuestion | undefined) => {
    // Sends the answer as it is shown, so that exactly this text is approved.
    if (question?.answer && isOnline && canApprove(question))
      resolution.mutate({ _id: question._id, state: 'answered', answer: question.answer })
  }
  useApproveShortcut((focusedQuestionId) =>
    approve(focusedQuestionId === null ? firstApprovable : rows.find(({ _id }) => _id === focusedQuestionId)),
  )
  return (
    <ul aria-label="Perguntas sem resposta" className="overflow-hidden rounded-card border border-line bg-surface">
      {rows.map((question) => (
        <QuestionRow
          key={question._id}
          question={question}
          agentName={agents.length > 1 ? agents.find(({ _id }) => _id === question.agent_id)?.name : undefined}
          isOnline={isOnline}
          isBusy={busyId === question._id}
          isEditing={editedQuestion?._id === question._id}
          hasShortcut={question === firstApprovable}
          onApprove={() => approve(question)}
          onDismiss={() => resolution.mutate({ _id: question._id, state: 'dismissed' })}
          onEditingChange={(isEditing) => setEditedQuestion(isEditing ? question : null)}
        />
      ))}
    </ul>
  )
}

/** List of leads' questions that no knowledge source answers. */
export function OpenQuestions({ agents }: { agents: readonly Agent[] }) {
  const list = useInfiniteQuery(knowledgeQueries.questions())
  const { containerProps, headingProps } = useFocusFallback()
  const questions = list.data?.pages.flatMap((page) => page.questions)
  return (
    <section aria-labelledby="knowledge-questions" {...containerProps}>
      <h2 {...headingProps} id="knowledge-questions" className="mb-3 font-semibold text-message">
        O que perguntaram e ninguém sabia
      </h2>
      {!questions && list.error && <LoadError query={list} message="Não foi possível carregar as perguntas." />}
      {!questions && !list.error && <Skeleton shape="card" className="h-32" />}
      {/* The rows are rendered even if the list is empty, because an answer form may still be open. */}
      {questions && <QuestionRows questions={questions} agents={agents} />}
      {questions?.length === 0 && (
        <p className="text-ink-3 text-ui">Nenhuma pergunta esperando. As que ninguém souber responder aparecem aqui.</p>
      )}
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </section>
  )
}
