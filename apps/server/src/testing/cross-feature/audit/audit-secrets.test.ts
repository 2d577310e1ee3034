import { changePassword, login } from '@prosa/contract/calls/accounts/auth'
import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import { eraseLead, exportLead, optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { generateInvitationToken, inviteUser } from '@prosa/contract/calls/organisation/users'
import { expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import { META_TOKEN } from '../../doubles/meta/meta-double.ts'
import { TEST_PASSWORD } from '../../harness/test-app.ts'
import { createConversation, createTenant } from '../../worlds/factories.ts'
import { linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'

const MESSAGE_TEXT = 'Prefiro falar do apartamento da rua das Acácias'
const INSTRUCTION_TEXT = 'Nunca diga o preço de custo'
const NEW_PASSWORD = 'Outra@2026nova'

it('TRUST-18 no row holds a password, a token, a link, what an agent is told or what was said', async () => {
  const { test, meta, close } = await startTestAppWithMeta()
  const tenant = await createTenant(test)
  const place = await createConversation(test, tenant, { name: 'Davi Lima', history: 'h' })
  const admin = await test.client(tenant.admin.phone)
  await (await test.client()).refused(login, { body: { phone: tenant.admin.phone, password: 'Errada@2026' } })
  await linkTestNumber(test, meta, tenant)
  const invited = await admin.call(inviteUser, {
    body: { email: 'nova@exemplo.com', tenantDomain: tenant.domain, role: 'operator' },
  })
  const again = await admin.call(generateInvitationToken, { body: { userId: invited.data?.invitation?.id ?? '' } })
  await admin.call(updateAgent, {
    params: { id: tenant.agentId },
    body: { instructions: INSTRUCTION_TEXT, persona: INSTRUCTION_TEXT },
  })
  await admin.call(sendMessage, { params: place, body: { content: MESSAGE_TEXT } })
  const lead = { params: { id: place.leadId } }
  await admin.call(pauseLead, { ...lead, body: { pause: false } })
  await admin.call(optOutLead, { ...lead, body: { opt_out: true, reason: MESSAGE_TEXT } })
  await admin.call(exportLead, lead)
  await admin.call(eraseLead, lead)
  await admin.call(changePassword, { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } })

  const acts = (await admin.call(listAudit)).data.rows.map(({ action }) => action)
  expect(new Set(acts).size).toBeGreaterThan(9)
  const rows = await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.select().from(auditLog).where(whereTenant(auditLog, tenant.tenantId)),
  )
  const kept = JSON.stringify(rows)
  const links = [invited.data?.link, again.data.link, again.data.token].filter((link) => link !== undefined)
  expect(links.length).toBeGreaterThan(1)
  const cookies = [...admin.cookies.values()]
  for (const secret of [
    TEST_PASSWORD,
    'Errada@2026',
    NEW_PASSWORD,
    META_TOKEN,
    MESSAGE_TEXT,
    INSTRUCTION_TEXT,
    ...links,
    ...cookies,
  ])
    expect(kept).not.toContain(secret)
  await close()
})
