import { login, logout } from '@prosa/contract/calls/auth'
import { sendMessage } from '@prosa/contract/calls/conversations'
import { pauseLead } from '@prosa/contract/calls/leads'
import { cancelInvitation, generateInvitationToken, inviteUser } from '@prosa/contract/calls/users'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog } from '../kernel/db/schema/tenants.ts'
import { createConversation, createTenant } from './factories.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from './test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('who did what is kept: sign-ins with their address, invitations, and pauses of any kind', async () => {
  const tenant = await createTenant(test)
  const place = await createConversation(test, tenant, { history: 'h' })
  const staff = await test.client()
  await staff.call(login, { body: { phone: tenant.staff.phone, password: TEST_PASSWORD } })
  const invited = await staff.call(inviteUser, {
    body: { email: 'nova@exemplo.com', tenantDomain: tenant.domain, role: 'operator' },
  })
  const id = invited.data?.invitation?.id ?? ''
  await staff.call(generateInvitationToken, { body: { userId: id } })
  await staff.call(cancelInvitation, { params: { id } })
  await staff.call(sendMessage, { params: place, body: { content: 'Assumo daqui' } })
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: false } })
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
  await staff.call(logout)
  const rows = await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.select().from(auditLog).where(eq(auditLog.tenantId, tenant.tenantId)).orderBy(asc(auditLog.id)),
  )
  expect(rows.map((row) => [row.action, row.userId, row.subject])).toEqual([
    ['sign-in', tenant.staff.id, expect.any(String)],
    ['invite', tenant.staff.id, id],
    ['invite again', tenant.staff.id, expect.any(String)],
    ['cancel invitation', tenant.staff.id, expect.any(String)],
    ['pause agent', tenant.staff.id, place.leadId],
    ['resume agent', tenant.staff.id, place.leadId],
    ['pause agent', tenant.staff.id, place.leadId],
    ['sign-out', tenant.staff.id, rows[0]?.subject],
  ])
  expect(rows[0]?.ip).toBe('127.0.0.1')
})
