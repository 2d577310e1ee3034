import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { AlertDialog } from './alert-dialog.tsx'

interface LeaveQuestionProps {
  open: boolean
  /** What is lost. */
  description: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before what was written and not saved is left behind. */
export function LeaveQuestion({ open, description, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Sair sem salvar?"
      description={description}
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      onConfirm={onLeave}
    />
  )
}

/**
 * The same when it is left by a link, by going back or by closing the tab. Whoever is signed out is not asked: the page must not stay
 * open for the next person.
 */
export function LeaveGuard({ isDirty, description }: { isDirty: boolean; description: string }) {
  const mayAsk = () => isDirty && useSession.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: mayAsk,
    withResolver: true,
  })
  return (
    <LeaveQuestion open={status === 'blocked'} description={description} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  )
}
