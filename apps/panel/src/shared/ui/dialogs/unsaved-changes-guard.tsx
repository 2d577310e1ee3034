import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'

/**
 * Asks for confirmation before the user leaves a form with unsaved changes by a link, by 'Back' or by closing the tab. Does not ask after a
 * sign-out, because the page must not stay open for the next user.
 */
export function UnsavedChangesGuard({ isDirty, description }: { isDirty: boolean; description: string }) {
  const shouldBlock = () => isDirty && useSession.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldBlock,
    withResolver: true,
  })
  return (
    <UnsavedChangesDialog
      open={status === 'blocked'}
      description={description}
      hasHistoryEntry={false}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  )
}
