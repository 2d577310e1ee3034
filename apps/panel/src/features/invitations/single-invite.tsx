import { useState } from 'react'
import type { Sent } from './api.ts'
import { InviteForm } from './invite-form.tsx'
import { SentCard } from './sent-card.tsx'
import type { TenantField } from './tenant-field.ts'

/** Form for one invitation, replaced by its confirmation. */
export function SingleInvite({ TenantField }: { TenantField: TenantField }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const [isAgain, setAgain] = useState(false)
  const again = () => {
    setAgain(true)
    setSent(null)
  }
  if (sent) return <SentCard sent={sent} onAgain={again} />
  return <InviteForm TenantField={TenantField} onSent={setSent} takesFocus={isAgain} />
}
