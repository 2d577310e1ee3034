import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'

/**
 * Asks for confirmation before the user leaves a form with unsaved changes by a link, by going back or by closing the tab. Does not ask a
 * user who was signed out, so that the page does not stay open for the next user.
 */
export function UnsavedChangesGuard({ isDirty, description }: { isDirty: boolean; description: string }) {
  const mayAsk = () => isDirty && useSession.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: mayAsk,
    withResolver: true,
  })
  return (
    <UnsavedChangesDialog
      open={status === 'blocked'}
      description={description}
      hasEntry={false}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  )
}
