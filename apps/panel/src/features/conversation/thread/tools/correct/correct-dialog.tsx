import { createCorrection } from '@prosa/contract/calls/corrections'
import { CORRECTION, type CorrectionKind } from '@prosa/contract/entities/correction'
import type { Message } from '@prosa/contract/entities/message'
import { isOfComposition } from '@prosa/contract/rules/text-composition'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { call } from '../../../../../shared/api/client.ts'
import { ApiError } from '../../../../../shared/api/errors.ts'
import { useKeyHeaders } from '../../../../../shared/api/use-key-headers.ts'
import { useOnline } from '../../../../../shared/api/use-online.ts'
import { useSingleMutation } from '../../../../../shared/api/use-single-mutation.ts'
import { notify } from '../../../../../shared/notifications.ts'
import { Button } from '../../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../../shared/ui/dialog.tsx'
import { failureOfForm } from '../../../../../shared/ui/form-errors.ts'
import { FormFailure } from '../../../../../shared/ui/form-failure.tsx'
import { Select } from '../../../../../shared/ui/select.tsx'
import { TextArea } from '../../../../../shared/ui/text-area.tsx'
import { TextField } from '../../../../../shared/ui/text-field.tsx'
import { shown } from '../../../cache/shown-text.ts'
import { proposeMust } from './propose-must.ts'

const KINDS: Readonly<Record<CorrectionKind, { label: string; field: string; how: string }>> = {
  should: {
    label: 'O que deveria ter dito',
    field: 'O que deveria ter dito',
    how: 'Com as suas palavras; a resposta não precisa ser igual.',
  },
  never: { label: 'Nunca dizer', field: 'O que nunca dizer', how: 'As palavras que não podem aparecer na resposta.' },
  person: { label: 'Devia ter chamado uma pessoa', field: 'Por quê', how: 'Opcional. Ajuda quem ler depois.' },
}
const FIELDS = ['text', 'must', 'message_id'] as const
const OPTIONS = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))
const BETWEEN = '; '

const phrasesIn = (typed: string): string[] =>
  typed
    .split(';')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')

interface CorrectDialogProps {
  message: Message
  agentId: string
  onClose: () => void
}

function useCorrect(agentId: string, messageId: string) {
  const keyHeaders = useKeyHeaders()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: async ({ kind, text, must }: { kind: CorrectionKind; text: string; must: string[] }) => {
      const body = { message_id: messageId, kind, text, ...(kind === 'should' ? { must } : {}) }
      return (await call(createCorrection, { params: { id: agentId }, body, ...keyHeaders(body) })).data
    },
    onSuccess: () =>
      void notify.success({ title: 'Correção salva.', message: 'O agente é conferido por ela antes de cada publicação.' }),
  })
}

/**
 * Creates a correction from a wrong reply of the agent: what it should have said, must never say, or that a person was needed (LEARN-02).
 */
export default function CorrectDialog({ message, agentId, onClose }: CorrectDialogProps) {
  const [kind, setKind] = useState<CorrectionKind>('should')
  const [text, setText] = useState('')
  /** Edited phrases; null while the proposed ones are unchanged. */
  const [phrases, setPhrases] = useState<string | null>(null)
  const isOnline = useOnline()
  const correct = useCorrect(agentId, message.message_id)
  const must = phrases ?? proposeMust(text).join(BETWEEN)
  const words = KINDS[kind]
  const wrong = correct.error instanceof ApiError ? correct.error.fieldErrors : {}

  const save = () => {
    if (isOnline && (kind === 'person' || text.trim() !== ''))
      correct.mutate({ kind, text: text.trim(), must: phrasesIn(must) }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isOfComposition(event.nativeEvent)) save()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Corrigir a resposta" onKeyDown={keys}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <blockquote className="wrap-anywhere line-clamp-3 border-line border-l-2 pl-3 text-ink-2 text-ui">
          {shown(message.content)}
        </blockquote>
        <TextArea
          autoFocus
          label={words.field}
          description={words.how}
          rows={3}
          maxLength={CORRECTION.textChars}
          value={text}
          error={wrong['text']}
          onChange={({ target }) => setText(target.value)}
        />
        {kind === 'should' && (
          <TextField
            label="A resposta precisa conter"
            description="Separe por ponto e vírgula. Maiúsculas e acentos não contam."
            autoComplete="off"
            value={must}
            error={wrong['must']}
            onChange={({ target }) => setPhrases(target.value)}
          />
        )}
        <Select
          label="O que houve"
          options={OPTIONS}
          value={kind}
          onChange={({ target }) => setKind(target.value as CorrectionKind)}
        />
        <FormFailure>
          {wrong['message_id'] ??
            (correct.error && failureOfForm(correct.error, FIELDS, 'Não foi possível salvar. Tente novamente.'))}
        </FormFailure>
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={correct.isPending}
          disabled={!isOnline || (kind !== 'person' && text.trim() === '')}
        >
          {correct.isPending ? 'Salvando...' : 'Salvar correção'}
        </Button>
      </form>
    </Dialog>
  )
}
