import { OVERRIDE_REASON_MIN_CHARS } from '@prosa/contract/entities/agents/agent-version'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'

interface PublishOverrideDialogProps {
  /** Text that explains why publishing is blocked, such as failed corrections. */
  against: string
  busy: boolean
  onPublish: (reason: string) => void
  onClose: () => void
}

/**
 * Dialog that publishes a draft despite failed corrections. The user must give a reason, which is stored with the user's name (LEARN-05).
 */
export function PublishOverrideDialog({ against, busy, onPublish, onClose }: PublishOverrideDialogProps) {
  const [reason, setReason] = useState('')
  const [isShort, setShort] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = reason.trim()
    setShort(given.length < OVERRIDE_REASON_MIN_CHARS)
    if (given.length >= OVERRIDE_REASON_MIN_CHARS) onPublish(given)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publicar mesmo assim?"
      description={`${against}. O motivo e o seu nome ficam na auditoria.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="Motivo"
          rows={3}
          maxLength={300}
          value={reason}
          error={isShort ? `Escreva o motivo, com pelo menos ${OVERRIDE_REASON_MIN_CHARS} caracteres.` : undefined}
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
