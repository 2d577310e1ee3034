import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { Link } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { People } from '../../features/people/people.tsx'
import { PATHS } from '../../shared/config/paths.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Button, getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { canOpenPage } from '../page-access.ts'

const [InviteDialog, preloadInviteDialog] = lazyComponent(() => import('../../features/invitations/single/invite-dialog.tsx'))

const INVITE_LABEL = (
  <>
    <UserPlus aria-hidden="true" className="size-4" />
    Convidar
  </>
)

/** Button that invites a user: a link to the invitations page for users who may open it, otherwise a dialog. */
function InviteAction() {
  const user = useSession((state) => state.user)
  const [open, setOpen] = useState<boolean | null>(null)
  if (!user) return null
  if (canOpenPage('invite', user.role)) {
    return (
      <Link to={PATHS.invite} className={getButtonClass('primary')}>
        {INVITE_LABEL}
      </Link>
    )
  }
  return (
    <>
      <Button variant="primary" onPointerEnter={preloadInviteDialog} onFocus={preloadInviteDialog} onClick={() => setOpen(true)}>
        {INVITE_LABEL}
      </Button>
      {open !== null && (
        <Suspense>
          <InviteDialog open={open} onOpenChange={setOpen} domain={user.tenant.domain} roles={getAssignableRoles(user.role)} />
        </Suspense>
      )}
    </>
  )
}

export function OrganisationPeoplePage() {
  return <People invite={<InviteAction />} />
}
