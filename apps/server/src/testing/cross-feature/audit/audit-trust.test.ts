import { changePassword, endSession, login, logoutAll } from '@prosa/contract/calls/accounts/auth'
import { completePasswordReset } from '@prosa/contract/calls/accounts/password-reset'
import * as step from '@prosa/contract/calls/accounts/second-step'
import { setOrganisationSettings } from '@prosa/contract/calls/organisation/organisation'
import * as people from '@prosa/contract/calls/organisation/people'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { startExport } from '@prosa/contract/calls/reports/exports'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createResetLinkAsManager } from '../../worlds/accounts/reset-links.ts'
import {
  createClientWithPasskey,
  createClientWithTotp,
  createConfirmedClient,
  createPendingTwoFactorClient,
  generateUnusedTotp,
} from '../../worlds/accounts/two-factor-clients.ts'
import { createVirtualAuthenticator } from '../../worlds/accounts/virtual-authenticator.ts'
import { createConversation, createTenant, type TestTenant } from '../../worlds/factories.ts'

const NEW_PASSWORD = 'Outra@Senha9'
const LAST_PASSWORD = 'Terceira@Senha8'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await createTenant(test)
})

const fetchAuditRows = () =>
  test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db
      .select()
      .from(auditLog)
      .where(whereTenant(auditLog, tenant.tenantId))
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id)),
  )
/** Returns the audit entries except sign-ins, oldest first: actor, subject, and the values before and after. */
const fetchAuditSummary = async () =>
  (await fetchAuditRows())
    .filter(({ action }) => action !== 'session.opened')
    .map(({ action, actorId, subject, before, after }) => ({ action, actorId, subject, before, after }))
const waitForRefusals = (count: number) =>
  waitUntil(
    async () => (await fetchAuditRows()).filter(({ action }) => /\.(refused|locked)$/.test(action)),
    (found) => found.length >= count,
  )

describe('TRUST-17 recorded with actor, before, after and address', () => {
  it('TRUST-17 all that changes a second step', async () => {
    const { id, phone } = tenant.operator
    const { client } = await createClientWithTotp(test, phone)
    await client.call(step.newRecoveryCodes)
    const options = (await client.call(step.passkeyCreationOptions)).data
    const body = { name: 'Notebook', response: createVirtualAuthenticator().create(options) }
    const passkey = (await client.call(step.createPasskey, { body })).data
    await client.call(step.renamePasskey, { params: { id: passkey.id }, body: { name: 'Celular' } })
    await client.call(step.deletePasskey, { params: { id: passkey.id } })
    await client.call(step.removeTotp)
    const again = await createClientWithTotp(test, phone)
    expect(again.codes).toHaveLength(10)
    const admin = await createConfirmedClient(test, tenant.admin.phone)
    await admin.call(people.removeSecondStep, { params: { id } })
    const own = (action: string, before: unknown = null, after: unknown = null) => ({
      action: `second_step.${action}`,
      actorId: action === 'removed' ? tenant.admin.id : id,
      subject: id,
      before,
      after,
    })
    expect(await fetchAuditSummary()).toEqual([
      own('app_added', { second_step: 'none' }, { second_step: 'totp' }),
      own('codes_renewed'),
      own('passkey_added', { second_step: 'totp' }, { second_step: 'both' }),
      own('passkey_renamed', { name: 'Notebook' }, { name: 'Celular' }),
      own('passkey_removed', { second_step: 'both' }, { second_step: 'totp' }),
      own('app_removed', { second_step: 'totp' }, { second_step: 'none' }),
      own('app_added', { second_step: 'none' }, { second_step: 'totp' }),
      own('removed', { second_step: 'totp' }, { second_step: 'none' }),
    ])
    for (const row of await fetchAuditRows()) expect(row).toMatchObject({ ip: '127.0.0.1', actorName: expect.any(String) })
  })

  it('TRUST-17 people, passwords, sessions, settings, exports and erasures', async () => {
    const [staff, operator] = [await createConfirmedClient(test, tenant.staff.phone), await test.client(tenant.operator.phone)]
    const { id } = tenant.operator
    const params = { id }
    await staff.call(people.updatePerson, { params, body: { name: 'Carla Dias', role: 'admin' } })
    await staff.call(people.endPersonSessions, { params })
    await staff.call(people.switchOffPerson, { params })
    await staff.call(people.switchOnPerson, { params })
    const { link } = await createResetLinkAsManager(staff, id)
    const token = link.split('#t=')[1] ?? ''
    await operator.call(completePasswordReset, { body: { token, newPassword: NEW_PASSWORD } })
    await operator.signIn(tenant.operator.phone, NEW_PASSWORD)
    await operator.call(changePassword, { body: { currentPassword: NEW_PASSWORD, newPassword: LAST_PASSWORD } })
    const other = (await (await test.client()).call(login, { body: { phone: tenant.operator.phone, password: LAST_PASSWORD } }))
      .data
    await operator.call(endSession, { params: { id: other.refreshToken } })
    await operator.call(logoutAll)
    await staff.call(setOrganisationSettings, { body: { second_step: 'managers', second_step_from: '2099-01-01' } })
    const { data } = await staff.call(startExport, { body: { kind: 'audit', format: 'csv', filter: { action: 'person' } } })
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    await staff.call(eraseLead, { params: { id: leadId } })
    const by =
      (actorId: string) =>
      (action: string, subject: unknown, before: unknown = null, after: unknown = null) => ({
        action,
        actorId,
        subject,
        before,
        after,
      })
    const [manager, self] = [by(tenant.staff.id), by(id)]
    expect(await fetchAuditSummary()).toEqual([
      manager('person.changed', id, { name: tenant.operator.name, role: 'operator' }, { name: 'Carla Dias', role: 'admin' }),
      manager('person.signed_out', id),
      manager('person.switched_off', id, { isActive: true }, { isActive: false }),
      manager('person.switched_on', id, { isActive: false }, { isActive: true }),
      manager('password.link_made', id),
      self('password.reset', id, null, { link: expect.any(String) }),
      self('password.changed', id),
      self('session.ended', other.refreshToken),
      self('session.closed_everywhere', null),
      manager(
        'settings.changed',
        null,
        { secondStep: 'optional', secondStepFrom: null },
        { secondStep: 'managers', secondStepFrom: '2099-01-01' },
      ),
      manager('export.made', data.id, null, { action: 'person' }),
      manager('lead.erased', leadId, null, expect.anything()),
    ])
    for (const row of await fetchAuditRows()) expect(row).toMatchObject({ ip: '127.0.0.1', actorName: expect.any(String) })
  })

  it('TRUST-17 refusals at the second step, its lock-out once, and of who is switched off @wide', async () => {
    const { secret } = await createClientWithTotp(test, tenant.operator.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.operator.phone)
    const totp = (code: string) => ({ body: { method: 'totp' as const, code } })
    for (let n = 0; n < 4; n += 1) await visitor.refused(step.completeSecondStep, totp('0'))
    await visitor.refused(step.completeSecondStep, { body: { method: 'recovery', code: 'aaaa-aaaa-aaaa-aaaa' } })
    for (let n = 0; n < 3; n += 1) await visitor.refused(step.completeSecondStep, totp(await generateUnusedTotp(test, secret)))
    const { authenticator } = await createClientWithPasskey(test, tenant.admin.phone)
    const staff = await test.client(tenant.staff.phone)
    await staff.call(people.switchOffPerson, { params: { id: tenant.admin.id } })
    const other = await test.client()
    const options = (await other.call(step.passkeyOptions)).data
    await other.refused(step.passkeySignIn, { body: { response: authenticator.prove(options) } })
    const found = (await waitForRefusals(7)).map(({ action, actorId, after }) => [action, actorId, after?.['reason']].join(' '))
    const { id } = tenant.operator
    expect(found.toSorted()).toEqual(
      [
        ...Array.from({ length: 4 }, () => `session.refused ${id} wrong code`),
        `session.refused ${id} wrong recovery code`,
        `session.locked ${id} too many wrong second steps`,
        `session.refused ${tenant.admin.id} switched off`,
      ].toSorted(),
    )
  })

  it('TRUST-17 a wrong password of who is signed in, its lock-out, and a link to a new one that opens nothing @wide', async () => {
    const operator = await test.client(tenant.operator.phone)
    const wrong = { body: { password: 'Errada@123' } }
    for (let n = 0; n < 3; n += 1) await operator.refused(step.confirmSessionIdentity, wrong)
    for (let n = 0; n < 4; n += 1)
      await operator.refused(changePassword, { body: { currentPassword: 'Errada@123', newPassword: NEW_PASSWORD } })
    const staff = await test.client(tenant.staff.phone)
    const { link } = await createResetLinkAsManager(staff, tenant.operator.id)
    test.advance(31 * 60_000)
    const body = { token: link.split('#t=')[1] ?? '', newPassword: NEW_PASSWORD }
    await (await test.client()).refused(completePasswordReset, { body })
    const found = (await waitForRefusals(7)).map(({ action, actorId, after, ip }) =>
      [action, actorId, after?.['reason'], ip].join(' '),
    )
    const { id } = tenant.operator
    expect(found.toSorted()).toEqual(
      [
        ...Array.from({ length: 5 }, () => `password.refused ${id} wrong password 127.0.0.1`),
        `session.locked ${id} too many wrong passwords 127.0.0.1`,
        `password.refused ${id} Este link expirou. Peça outro. 127.0.0.1`,
      ].toSorted(),
    )
  })
})
