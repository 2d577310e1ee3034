import { useState } from 'react'
import type { SentInvitation } from '../invitation-calls.ts'
import type { TenantField } from '../tenant-field.ts'
import { InviteForm } from './invite-form.tsx'
import { SentInvitationCard } from './sent-invitation-card.tsx'

/** Form for one invitation. After sending, a confirmation replaces the form. */
export function SingleInvite({ TenantField }: { TenantField: TenantField }) {
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const [isRepeat, setRepeat] = useState(false)
  const inviteAnother = () => {
    setRepeat(true)
    setSent(null)
  }
  if (sent) return <SentInvitationCard sent={sent} onInviteAnother={inviteAnother} />
  return <InviteForm TenantField={TenantField} onSent={setSent} autoFocusesEmail={isRepeat} />
}
