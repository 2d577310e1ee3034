import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { CopyLink } from '../../../shared/ui/buttons/copy-link.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { isInvitationPending } from './invitation-filters.ts'
import { INVITATION_ROW_CLASS, InvitationRow } from './invitation-row.tsx'

const PAGE_SIZE = 50
const COLUMNS = ['Pessoa', 'Papel', 'Organização', 'Situação', 'Ações'] as const

interface InvitationTableProps {
  invitations: readonly Invitation[]
  now: number
}

export function InvitationTable({ invitations, now }: InvitationTableProps) {
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const [renewedLink, setRenewedLink] = useState<{ email: string; link: string } | null>(null)
  const [linkOpen, setLinkOpen] = useState(false)
  return (
    <>
      <div
        role="table"
        aria-label="Convites"
        aria-rowcount={invitations.length + 1}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        <div role="row" className={`${INVITATION_ROW_CLASS} sr-only text-ink-3 text-meta md:not-sr-only md:px-4 md:py-2`}>
          {COLUMNS.map((name) => (
            <span key={name} role="columnheader" className="last:text-right">
              {name}
            </span>
          ))}
        </div>
        {invitations.slice(0, visibleCount).map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            pending={isInvitationPending(invitation, now)}
            onLink={(link) => {
              setRenewedLink(link)
              setLinkOpen(true)
            }}
          />
        ))}
      </div>
      {invitations.length > visibleCount && (
        <Button className="mt-3" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
          {`Mostrar mais (${invitations.length - visibleCount})`}
        </Button>
      )}
      <Dialog
        open={linkOpen}
        onOpenChange={setLinkOpen}
        title="Convite renovado"
        description={`Se o e-mail não chegar, mande você este link para ${renewedLink?.email ?? ''}. O anterior deixou de valer.`}
      >
        {renewedLink && <CopyLink key={renewedLink.link} link={renewedLink.link} />}
      </Dialog>
    </>
  )
}
