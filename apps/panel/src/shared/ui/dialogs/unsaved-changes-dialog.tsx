import { AlertDialog } from './alert-dialog.tsx'

interface UnsavedChangesDialogProps {
  open: boolean
  /** Describes what would be lost. */
  description: string
  /** Whether the browser's 'Back' closes the dialog. False while a navigation waits for the answer. */
  hasEntry?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Dialog that asks for confirmation before unsaved input is discarded. */
export function UnsavedChangesDialog({ open, description, hasEntry = true, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Sair sem salvar?"
      description={description}
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      hasEntry={hasEntry}
      onConfirm={onLeave}
    />
  )
}
