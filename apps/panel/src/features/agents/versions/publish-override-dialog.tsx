import { OVERRIDE_REASON_MIN_CHARS } from '@prosa/contract/entities/agents/agent-version'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'

interface PublishOverrideDialogProps {
  /** Text that explains why publishing is blocked, such as failed corrections. */
  checkSummary: string
  busy: boolean
  onPublish: (reason: string) => void
  onClose: () => void
}

/**
 * Dialog that publishes a draft despite failed corrections. The user must give a reason, which is stored with the user's name (LEARN-05).
 */
export function PublishOverrideDialog({ checkSummary, busy, onPublish, onClose }: PublishOverrideDialogProps) {
  const [reason, setReason] = useState('')
  const [isTooShort, setShort] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmedReason = reason.trim()
    setShort(trimmedReason.length < OVERRIDE_REASON_MIN_CHARS)
    if (trimmedReason.length >= OVERRIDE_REASON_MIN_CHARS) onPublish(trimmedReason)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publicar mesmo assim?"
      description={`${checkSummary}. O motivo e o seu nome ficam na auditoria.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="Motivo"
          rows={3}
          maxLength={300}
          value={reason}
          error={isTooShort ? `Escreva o motivo, com pelo menos ${OVERRIDE_REASON_MIN_CHARS} caracteres.` : undefined}
          onChange={({ target }) => setReason(target.value)}
          required
        />
        <Button type="submit" variant="danger" className="self-start" busy={busy}>
          {busy ? 'Publicando...' : 'Publicar mesmo assim'}
        </Button>
      </form>
    </Dialog>
  )
}
