import { login, logout, refresh } from '@prosa/contract/calls/accounts/auth'
import { completeOnboarding } from '@prosa/contract/calls/accounts/onboarding'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { cancelInvitation, generateInvitationToken, inviteUser } from '@prosa/contract/calls/organisation/users'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createConversation, createTenant } from '../../worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const fetchAuditRows = (tenantId: string) =>
  test.deps.db.tenant(tenantId, (tx) =>
    tx.db.select().from(auditLog).where(whereTenant(auditLog, tenantId)).orderBy(asc(auditLog.id)),
  )
/** Waits for `count` audit entries about refusals, which are written in the background, and returns them. */
const waitForRefusals = (tenantId: string, count: number) =>
  waitUntil(
    async () => (await fetchAuditRows(tenantId)).filter(({ action }) => /refused|locked|reused/.test(action)),
    (found) => found.length >= count,
  )
/** Returns the refused requests in the log, oldest first. */
const listLoggedRefusals = () =>
  test
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"refused"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it('TRUST-17 who did what is kept: sign-ins with their address, invitations, and pauses of any kind', async () => {
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
  const rows = await fetchAuditRows(tenant.tenantId)
  expect(rows.map((row) => [row.action, row.actorId, row.subject])).toEqual([
    ['session.opened', tenant.staff.id, expect.any(String)],
    ['invitation.sent', tenant.staff.id, id],
    ['invitation.renewed', tenant.staff.id, expect.any(String)],
    ['invitation.cancelled', tenant.staff.id, expect.any(String)],
    ['lead.paused', tenant.staff.id, place.leadId],
    ['lead.resumed', tenant.staff.id, place.leadId],
    ['lead.paused', tenant.staff.id, place.leadId],
    ['session.closed', tenant.staff.id, rows[0]?.subject],
  ])
  expect(rows[0]?.ip).toBe('127.0.0.1')
})

it('TRUST-17 failed sign-ins and the lock-out after them are kept and logged with address and account, and no phone is in the log', async () => {
  const { tenantId, staff } = await createTenant(test)
  const stranger = await test.client()
  const attempt = (phone: string) => stranger.refused(login, { body: { phone, password: 'Errada@123' } })
  for (let n = 0; n < 7; n++) await attempt(staff.phone)
  await attempt('+5511955550000')
  const kept = await waitForRefusals(tenantId, 6)
  expect(kept.map(({ action, actorId, ip }) => [action, actorId, ip].join(' ')).toSorted()).toEqual([
    `session.locked ${staff.id} 127.0.0.1`,
    ...Array.from({ length: 5 }, () => `session.refused ${staff.id} 127.0.0.1`),
  ])
  const logged = listLoggedRefusals().slice(-9)
  expect(logged.map(({ reason }) => reason)).toEqual([
    ...Array.from({ length: 5 }, () => 'wrong password'),
    'too many wrong passwords',
    'waiting',
    'waiting',
    'unknown account',
  ])
  expect(new Set(logged.slice(0, -1).map(({ account }) => account)).size).toBe(1)
  for (const line of logged) expect(line).toMatchObject({ ip: '127.0.0.1', account: expect.stringMatching(/^[0-9a-f]{16}$/) })
  for (const phone of [staff.phone, '+5511955550000']) expect(test.logged()).not.toContain(phone.slice(1))
})

it('TRUST-17 a refresh token used again and a refused invitation are kept and logged', async () => {
  const { tenantId, staff, domain } = await createTenant(test)
  const client = await test.client(staff.phone)
  const stolen = client.cookies.get('prosa_refresh') ?? ''
  const { data } = await client.call(inviteUser, { body: { email: 'a@exemplo.com', tenantDomain: domain, role: 'operator' } })
  const token = new URL(data?.link ?? '').searchParams.get('token') ?? ''
  const visitor = await test.client()
  const body = { name: 'Nova Pessoa', phone: staff.phone, password: 'Nova@12345' }
  await visitor.refused(completeOnboarding, { params: { token }, body })
  await client.call(refresh)
  await client.call(refresh)
  const thief = await test.client()
  thief.cookies.set('prosa_refresh', stolen)
  await thief.refused(refresh)
  const kept = await waitForRefusals(tenantId, 2)
  expect(kept.map(({ action, actorId, subject, ip }) => [action, actorId, subject, ip].join(' ')).toSorted()).toEqual([
    `invitation.refused  ${data?.invitation?.id} 127.0.0.1`,
    `session.reused ${staff.id} ${stolen.split('.')[1]} 127.0.0.1`,
  ])
  const logged = listLoggedRefusals().filter(({ action }) => action === 'invitation.refused' || action === 'session.reused')
  expect(logged.slice(-2)).toMatchObject([
    { action: 'invitation.refused', ip: '127.0.0.1' },
    { action: 'session.reused', reason: 'the session was ended', ip: '127.0.0.1' },
  ])
  const secrets = [token, token.split('.')[1] ?? '', stolen.split('.')[2] ?? '', staff.phone.slice(1)]
  for (const secret of secrets) expect(test.logged()).not.toContain(secret)
})
