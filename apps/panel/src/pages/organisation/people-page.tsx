import { rolesToHandOut } from '@prosa/contract/rules/manage-people'
import { Link } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { People } from '../../features/people/people.tsx'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { mayOpen } from '../route-table.ts'

const [InviteDialog, prepareDialog] = latePart(() => import('../../features/invitations/invite-dialog.tsx'))

const WORDS = (
  <>
    <UserPlus aria-hidden="true" className="size-4" />
    Convidar
  </>
)

/** Link to the invitations page for users who may open it, otherwise a dialog. */
function Invite() {
  const user = useSession((state) => state.user)
  const [open, setOpen] = useState<boolean | null>(null)
  if (!user) return null
  if (mayOpen('invite', user.role)) {
    return (
      <Link to={PATHS.invite} className={buttonClass('primary')}>
        {WORDS}
      </Link>
    )
  }
  return (
    <>
      <Button variant="primary" onPointerEnter={prepareDialog} onFocus={prepareDialog} onClick={() => setOpen(true)}>
        {WORDS}
      </Button>
      {open !== null && (
        <Suspense>
          <InviteDialog open={open} onOpenChange={setOpen} domain={user.tenant.domain} roles={rolesToHandOut(user.role)} />
        </Suspense>
      )}
    </>
  )
}

/** Page of the organisation's users. */
export function OrganisationPeoplePage() {
  return <People invite={<Invite />} />
}
