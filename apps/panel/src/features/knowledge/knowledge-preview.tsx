import { previewKnowledgeAnswer } from '@prosa/contract/calls/agents/knowledge'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { KNOWLEDGE_LIMITS, type Passage } from '@prosa/contract/entities/agents/knowledge'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useOnline } from '../../shared/api/use-online.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { PassageCard } from '../../shared/ui/display/passage-card.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'

interface PreviewResult {
  question: string
  answer: string | null
  groundingPassages: readonly Passage[]
  /** Passages that the search found but the answer does not use. */
  otherPassages: readonly Passage[]
}

function useKnowledgePreview(agentId: string) {
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: async (question: string): Promise<PreviewResult> => {
      const { said, passages, from } = (await call(previewKnowledgeAnswer, { body: { question, agent_id: agentId } })).data
      // If the server does not return which passages were used, all of them count as used.
      const isGrounding = ({ _id }: Passage) => said !== null && (from?.includes(_id) ?? true)
      return {
        question,
        answer: said,
        groundingPassages: passages.filter(isGrounding),
        otherPassages: passages.filter((passage) => !isGrounding(passage)),
      }
    },
  })
}

function PassageSection({ label, passages }: { label: string; passages: readonly Passage[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold text-ink-3 text-meta">
        {label}
      </h3>
      <ul className="flex flex-col gap-2">
        {passages.map((passage) => (
          <li key={passage._id}>
            <PassageCard passage={passage} showsSource />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PreviewAnswer({ agent, result }: { agent: Agent; result: PreviewResult }) {
  const { question, answer, groundingPassages, otherPassages } = result
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div>
        <p className="wrap-anywhere mb-1.5 text-ink-3 text-meta">
          “{question}”{answer !== null && ` · ${agent.name} diria:`}
        </p>
        {answer === null ? (
          <p className="rounded-control border border-line border-dashed px-4 py-3 font-semibold text-ui">
            Nada no conhecimento responde a isso.
          </p>
        ) : (
          <p
            dir="auto"
            className="wrap-anywhere whitespace-pre-wrap rounded-card rounded-tr-speaker bg-bubble-ai px-4 py-3 text-message"
          >
            {answer}
          </p>
        )}
        {answer !== null && agent.mode === 'model' && (
          <p className="mt-1.5 text-ink-3 text-meta">
            Conversando com um modelo, as palavras podem ser outras; os trechos são estes.
          </p>
        )}
      </div>
      {groundingPassages.length > 0 && (
        <PassageSection
          label={groundingPassages.length === 1 ? 'O trecho em que se apoia' : 'Os trechos em que se apoia'}
          passages={groundingPassages}
        />
      )}
      {otherPassages.length > 0 && (
        <details>
          <summary className="flex min-h-8 coarse:min-h-11 w-fit cursor-pointer items-center text-ink-2 text-meta underline decoration-dotted underline-offset-2">
            {otherPassages.length === 1 ? '1 trecho parecido' : `${otherPassages.length} trechos parecidos`}
          </summary>
          <div className="mt-2">
            <PassageSection label="Não bastam para responder" passages={otherPassages} />
          </div>
        </details>
      )}
    </div>
  )
}

/** Shows how the agent would answer a lead's question, with the passages used. Changes nothing. */
export function KnowledgePreview({ agent }: { agent: Agent }) {
  const [question, setQuestion] = useState('')
  const isOnline = useOnline()
  const preview = useKnowledgePreview(agent._id)
  const trimmedQuestion = question.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmedQuestion.length > 1 && isOnline) preview.mutate(trimmedQuestion)
  }
  return (
    <section aria-labelledby="try-knowledge" className="rounded-card border border-line bg-surface p-edge">
      <h2 id="try-knowledge" className="font-semibold text-message">
        Experimentar
      </h2>
      <p className="mt-0.5 mb-3 text-ink-3 text-ui">Pergunte como um cliente perguntaria. Nada é gravado nem enviado.</p>
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Pergunta"
            autoComplete="off"
            maxLength={KNOWLEDGE_LIMITS.questionChars}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
        </div>
        <Button type="submit" busy={preview.isPending} disabled={trimmedQuestion.length < 2 || !isOnline}>
          Perguntar
        </Button>
      </form>
      <div role="status">
        {preview.error ? (
          <p className="mt-3 rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
            {getErrorReason(preview.error, 'Não foi possível perguntar. Tente de novo.')}
          </p>
        ) : (
          preview.data && <PreviewAnswer agent={agent} result={preview.data} />
        )}
      </div>
    </section>
  )
}
