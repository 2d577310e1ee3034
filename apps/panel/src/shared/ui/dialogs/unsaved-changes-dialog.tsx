import { AlertDialog } from './alert-dialog.tsx'

interface UnsavedChangesDialogProps {
  open: boolean
  /** Text that describes which input would be lost. */
  description: string
  /** Whether the browser's 'Back' closes the dialog. False if a navigation that waits for the user's answer opened the dialog. */
  hasHistoryEntry?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Dialog that asks for confirmation before unsaved input is discarded. */
export function UnsavedChangesDialog({ open, description, hasHistoryEntry = true, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title="Sair sem salvar?"
      description={description}
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      hasHistoryEntry={hasHistoryEntry}
      onConfirm={onLeave}
    />
  )
}
