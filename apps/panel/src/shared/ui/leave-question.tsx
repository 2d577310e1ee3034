import { AlertDialog } from './alert-dialog.tsx'

interface LeaveQuestionProps {
  open: boolean
  /** What is lost. */
  description: string
  /** False while a navigation waits for the answer. */
  hasEntry?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was written and not saved is left behind. */
export function LeaveQuestion({ open, description, hasEntry = true, onStay, onLeave }: LeaveQuestionProps) {
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
