import { listAudit, verifyAudit } from '@prosa/contract/calls/organisation/audit'
import { listPeople } from '@prosa/contract/calls/organisation/people'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { AuditLog } from './audit-log.tsx'

const SINCE = '2026-01-05T12:00:00.000Z'
const aPerson = (n: number) => ({
  id: `user-${n}`,
  name: `Pessoa ${n}`,
  role: 'operator' as const,
  isActive: true,
  presence: 'offline' as const,
  email: null,
  last_seen_at: null,
  created_at: SINCE,
  updated_at: SINCE,
})
it('TRUST-22 who did it is chosen among everybody, not among the first page of people', async () => {
  setSignedInUser({ role: 'admin' })
  const provider = createFakeProvider()
    .on(listAudit, () => ({ success: true, data: { rows: [], nextCursor: null } }))
    .on(verifyAudit, () => ({ success: true, data: { ok: true, checked: 1 } }))
    .on(listPeople, ({ query }) => {
      const from = Number(query['cursor'] ?? 0)
      const people = Array.from({ length: 100 }, (_, n) => aPerson(from + n + 1))
      return { success: true, data: { people, nextCursor: from === 0 ? '100' : null } }
    })
  await renderWithRouter(<AuditLog renderExport={() => null} />)
  const who = await screen.findByRole('combobox', { name: 'Quem' })
  await within(who).findByRole('option', { name: 'Pessoa 150' })
  await userEvent.selectOptions(who, 'Pessoa 150')
  await waitFor(() => expect(provider.requests(listAudit).at(-1)?.query['actor']).toBe('user-150'))
})
