import { useState } from 'react'
import { SegmentedControl } from '../../shared/ui/inputs/segmented-control.tsx'
import { BulkInvite } from './bulk/bulk-invite.tsx'
import { SingleInvite } from './single/single-invite.tsx'
import type { TenantField } from './tenant-field.ts'

const MODES = [
  { value: 'one', label: 'Uma pessoa' },
  { value: 'many', label: 'Várias pessoas' },
] as const

/** Section in which the user invites one user or a list of users. */
export function InviteSection({ TenantField }: { TenantField: TenantField }) {
  const [mode, setMode] = useState<(typeof MODES)[number]['value']>('one')
  return (
    <div className="rounded-card border border-line bg-surface p-edge">
      <SegmentedControl legend="Quantas pessoas" value={mode} options={MODES} onChange={setMode} className="mb-5" />
      {mode === 'one' ? <SingleInvite TenantField={TenantField} /> : <BulkInvite TenantField={TenantField} />}
    </div>
  )
}
