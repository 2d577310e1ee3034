import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { isNotImplemented } from '../../../shared/api/is-not-implemented.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type DraftSource, type PreviewExchange, requestPreviewAnswer } from './agent-preview.ts'
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
  const field = useRef<HTMLInputElement>(null)
  /** Number of the current chat. After the user starts over, pending answers of the previous chat are ignored. */
  const round = useRef(0)
  /** Whether an answer is pending. A ref instead of a state, because a second click can come before the component renders again. */
  const isAsking = useRef(false)
  const ask = useMutation({
    mutationFn: async (said: string) => {
      const draft = await draftSource.current?.()
      if (draft === null) throw new InvalidFormError()
      return requestPreviewAnswer(agent._id, exchanges, said, draft)
    },
    networkMode: 'always',
    meta: { showsOwnError: true },
    onMutate: () => round.current,
    onSuccess: (answer, said, mine) => {
      if (mine !== round.current) return
      setExchanges((before) => [...before, { said, answer }])
    },
    onError: (_error, said, mine) => {
      // Restores the text if sending failed, unless the user has started another one.
      if (mine === round.current) setText((now) => now || said)
    },
    onSettled: (_answer, _error, _said, mine) => {
      if (mine === round.current) isAsking.current = false
    },
  })
  const pending = ask.isPending ? ask.variables : null
  const isEmpty = exchanges.length === 0 && pending === null
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [exchanges, pending])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    if (said === '' || isAsking.current) return
    isAsking.current = true
    setText('')
    field.current?.focus()
    ask.mutate(said)
  }
  const startOver = () => {
    round.current++
    isAsking.current = false
    ask.reset()
    setExchanges([])
    field.current?.focus()
  }
  if (isNotImplemented(ask.error)) return null
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
        {!isEmpty && <Button onClick={startOver}>Recomeçar</Button>}
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
        {exchanges.map((exchange, at) => (
          <PreviewMessages key={at} exchange={exchange} agentName={agent.name} />
        ))}
        {pending !== null && <PreviewMessages exchange={{ said: pending, answer: null }} agentName={agent.name} />}
      </div>
      {ask.error && (
        <p role="alert" className="border-line border-t bg-roma-ground px-5 py-2 text-roma text-ui">
          {ask.error instanceof InvalidFormError
            ? 'Corrija os campos marcados antes de testar.'
            : getErrorReason(ask.error, 'O agente não respondeu. Tente de novo.')}
        </p>
      )}
      <form onSubmit={submit} className="flex items-end gap-2 border-line border-t px-4 py-3">
        <div className="min-w-0 flex-1">
          <TextField
            ref={field}
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
