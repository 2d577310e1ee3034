import { createCorrection } from '@prosa/contract/calls/agents/corrections'
import { CORRECTION_LIMITS, type CorrectionKind } from '@prosa/contract/entities/agents/correction'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { call } from '../../../../shared/api/api-client.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { useIdempotencyHeaders } from '../../../../shared/api/use-idempotency-headers.ts'
import { useOnline } from '../../../../shared/api/use-online.ts'
import { useSingleMutation } from '../../../../shared/api/use-single-mutation.ts'
import { notify } from '../../../../shared/notifications/notifications.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import { FormError } from '../../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage } from '../../../../shared/ui/inputs/form-errors.ts'
import { Select } from '../../../../shared/ui/inputs/select.tsx'
import { TextArea } from '../../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { proposeRequiredPhrases } from './propose-required-phrases.ts'

const KIND_LABELS: Readonly<Record<CorrectionKind, { label: string; fieldLabel: string; hint: string }>> = {
  should: {
    label: 'O que deveria ter dito',
    fieldLabel: 'O que deveria ter dito',
    hint: 'Com as suas palavras; a resposta não precisa ser igual.',
  },
  never: { label: 'Nunca dizer', fieldLabel: 'O que nunca dizer', hint: 'As palavras que não podem aparecer na resposta.' },
  person: { label: 'Devia ter chamado uma pessoa', fieldLabel: 'Por quê', hint: 'Opcional. Ajuda quem ler depois.' },
}
const FIELD_NAMES = ['text', 'must', 'message_id'] as const
const KIND_OPTIONS = Object.entries(KIND_LABELS).map(([value, { label }]) => ({ value, label }))
const PHRASE_SEPARATOR = '; '

const parsePhrases = (text: string): string[] =>
  text
    .split(';')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')

interface CorrectReplyDialogProps {
  message: Message
  agentId: string
  onClose: () => void
}

function useCreateCorrection(agentId: string, messageId: string) {
  const getKeyHeaders = useIdempotencyHeaders()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: async ({ kind, text, must }: { kind: CorrectionKind; text: string; must: string[] }) => {
      const body = { message_id: messageId, kind, text, ...(kind === 'should' ? { must } : {}) }
      return (await call(createCorrection, { params: { id: agentId }, body, ...getKeyHeaders(body) })).data
    },
    onSuccess: () =>
      void notify.success({ title: 'Correção salva.', message: 'O agente é conferido por ela antes de cada publicação.' }),
  })
}

/**
 * Dialog that marks a reply of the agent as wrong and creates a correction (LEARN-02). The user enters what the agent should have replied
 * or must never say, or that it should have called a human.
 */
export default function CorrectReplyDialog({ message, agentId, onClose }: CorrectReplyDialogProps) {
  const [kind, setKind] = useState<CorrectionKind>('should')
  const [text, setText] = useState('')
  /** Required phrases as edited by the user; null while the proposed phrases are unchanged. */
  const [phrases, setPhrases] = useState<string | null>(null)
  const isOnline = useOnline()
  const correction = useCreateCorrection(agentId, message.message_id)
  const must = phrases ?? proposeRequiredPhrases(text).join(PHRASE_SEPARATOR)
  const labels = KIND_LABELS[kind]
  const fieldErrors = correction.error instanceof ApiError ? correction.error.fieldErrors : {}

  const save = () => {
    if (isOnline && (kind === 'person' || text.trim() !== ''))
      correction.mutate({ kind, text: text.trim(), must: parsePhrases(must) }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isImeKeyPress(event.nativeEvent)) save()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Corrigir a resposta" onKeyDown={handleKeyDown}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <blockquote className="wrap-anywhere line-clamp-3 border-line border-l-2 pl-3 text-ink-2 text-ui">
          {stripBidiControls(message.content)}
        </blockquote>
        <TextArea
          autoFocus
          label={labels.fieldLabel}
          description={labels.hint}
          rows={3}
          maxLength={CORRECTION_LIMITS.textChars}
          value={text}
          error={fieldErrors['text']}
          onChange={({ target }) => setText(target.value)}
        />
        {kind === 'should' && (
          <TextField
            label="A resposta precisa conter"
            description="Separe por ponto e vírgula. Maiúsculas e acentos não contam."
            autoComplete="off"
            value={must}
            error={fieldErrors['must']}
            onChange={({ target }) => setPhrases(target.value)}
          />
        )}
        <Select
          label="O que houve"
          options={KIND_OPTIONS}
          value={kind}
          onChange={({ target }) => setKind(target.value as CorrectionKind)}
        />
        <FormError>
          {fieldErrors['message_id'] ??
            (correction.error && getFormErrorMessage(correction.error, FIELD_NAMES, 'Não foi possível salvar. Tente novamente.'))}
        </FormError>
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={correction.isPending}
          disabled={!isOnline || (kind !== 'person' && text.trim() === '')}
        >
          {correction.isPending ? 'Salvando...' : 'Salvar correção'}
        </Button>
      </form>
    </Dialog>
  )
}
