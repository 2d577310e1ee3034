import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../../../shared/session/session.ts'
import { AlertDialog } from '../../../shared/ui/alert-dialog.tsx'

/**
 * Asks before what was written and not saved is left behind, by a link, by going back or by closing the tab. Whoever is signed out is
 * not asked: the page must not stay open for the next person.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const mayAsk = () => isDirty && useSession.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: mayAsk,
    withResolver: true,
  })
  return (
    <AlertDialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title="Sair sem salvar?"
      description="O que você mudou neste agente se perde."
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      onConfirm={() => proceed?.()}
    />
  )
}
