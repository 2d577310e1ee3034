import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { isNotImplemented } from '../../../shared/api/is-not-implemented.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type DraftSource, type PreviewExchange, requestPreviewResponse } from './agent-preview.ts'
import { PreviewMessages } from './preview-messages.tsx'

interface PreviewChatProps {
  agent: Agent
  draftSource: RefObject<DraftSource | null>
}

class InvalidFormError extends Error {}

/** Chat in which a user tries the agent as a lead would. Nothing is stored, sent or booked. */
export function PreviewChat({ agent, draftSource }: PreviewChatProps) {
  const [exchanges, setExchanges] = useState<readonly PreviewExchange[]>([])
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Number of the current chat. After the user starts over, pending answers of the previous chat are ignored. */
  const round = useRef(0)
  /** Whether an answer is pending. A ref instead of a state, because a second click can come before the component renders again. */
  const isSending = useRef(false)
  const previewMutation = useMutation({
    mutationFn: async (message: string) => {
      const draft = await draftSource.current?.()
      if (draft === null) throw new InvalidFormError()
      return requestPreviewResponse(agent._id, exchanges, message, draft)
    },
    networkMode: 'always',
    meta: { showsOwnError: true },
    onMutate: () => round.current,
    onSuccess: (response, message, startedRound) => {
      if (startedRound !== round.current) return
      setExchanges((previous) => [...previous, { message, response }])
    },
    onError: (_error, message, startedRound) => {
      // Restores the text if sending failed, unless the user has typed a new text.
      if (startedRound === round.current) setText((current) => current || message)
    },
    onSettled: (_answer, _error, _said, startedRound) => {
      if (startedRound === round.current) isSending.current = false
    },
  })
  const pending = previewMutation.isPending ? previewMutation.variables : null
  const isEmpty = exchanges.length === 0 && pending === null
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [exchanges, pending])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const message = text.trim()
    if (message === '' || isSending.current) return
    isSending.current = true
    setText('')
    input.current?.focus()
    previewMutation.mutate(message)
  }
  const restart = () => {
    round.current++
    isSending.current = false
    previewMutation.reset()
    setExchanges([])
    input.current?.focus()
  }
  if (isNotImplemented(previewMutation.error)) return null
  return (
    <section
      aria-labelledby="try-title"
      className="flex min-h-0 flex-col rounded-card border border-line bg-surface lg:max-h-[calc(100dvh-8rem)]"
    >
      <header className="flex items-start justify-between gap-3 border-line border-b px-5 py-4">
        <div>
          <h2 id="try-title" className="font-semibold text-message">
            Conversa de teste
          </h2>
          <p className="mt-0.5 text-ink-3 text-ui">
            Escreva como um lead. Nada é gravado, enviado nem agendado; valem também as alterações não salvas.
          </p>
        </div>
        {!isEmpty && <Button onClick={restart}>Recomeçar</Button>}
      </header>
      <div
        ref={log}
        role="log"
        aria-label="Mensagens do teste"
        // A scrollable element must be focusable by keyboard.
        tabIndex={0}
        className="flex min-h-64 flex-1 flex-col gap-3 overflow-y-auto bg-bg px-4 py-4 outline-offset-[-2px]"
      >
        {isEmpty && (
          <p className="m-auto max-w-60 text-center text-ink-3 text-ui">{`Diga “oi” e veja como ${agent.name} responde.`}</p>
        )}
        {exchanges.map((exchange, index) => (
          <PreviewMessages key={index} exchange={exchange} agentName={agent.name} />
        ))}
        {pending !== null && <PreviewMessages exchange={{ message: pending, response: null }} agentName={agent.name} />}
      </div>
      {previewMutation.error && (
        <p role="alert" className="border-line border-t bg-roma-ground px-5 py-2 text-roma text-ui">
          {previewMutation.error instanceof InvalidFormError
            ? 'Corrija os campos marcados antes de testar.'
            : getErrorReason(previewMutation.error, 'O agente não respondeu. Tente de novo.')}
        </p>
      )}
      <form onSubmit={submit} className="flex items-end gap-2 border-line border-t px-4 py-3">
        <div className="min-w-0 flex-1">
          <TextField
            ref={input}
            label="Mensagem de teste"
            autoComplete="off"
            maxLength={MESSAGE_MAX_CHARS}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" variant="primary" busy={pending !== null} disabled={text.trim() === ''}>
          Testar
        </Button>
      </form>
    </section>
  )
}
