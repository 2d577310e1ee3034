import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { LeaveQuestion } from './leave-question.tsx'

/**
 * Asks before a form with unsaved changes is left by a link, by going back or by closing the tab. A person who is signed out is not asked:
 * the page must not stay open for the next one.
 */
export function LeaveGuard({ isDirty, description }: { isDirty: boolean; description: string }) {
  const mayAsk = () => isDirty && useSession.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: mayAsk,
    enableBeforeUnload: mayAsk,
    withResolver: true,
  })
  return (
    <LeaveQuestion
      open={status === 'blocked'}
      description={description}
      hasEntry={false}
      onStay={() => reset?.()}
      onLeave={() => proceed?.()}
    />
  )
}
