import * as onboarding from '@prosa/contract/calls/accounts/onboarding'
import * as reset from '@prosa/contract/calls/accounts/password-reset'
import { allCalls } from '@prosa/contract/calls/all'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import * as people from '@prosa/contract/calls/organisation/people'
import { updateTenant } from '@prosa/contract/calls/organisation/tenants'
import * as users from '@prosa/contract/calls/organisation/users'
import type { Role } from '@prosa/contract/role-names'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import * as schema from '../../../platform/database/schema/organisation/accounts.ts'
import type { Client } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createSignedInTenant, submitPersonChange } from '../../worlds/accounts/signed-in-tenant.ts'
import { createConfirmedClient } from '../../worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'

/**
 * Calls without a session, by the origin of the secret that they accept. A link that a user created for another is refused after the
 * creator has lost the right to create it.
 */
const PUBLIC_CALL_SECRET_ORIGINS: Readonly<
  Record<string, 'made by a manager' | 'of the caller' | 'of the installation' | 'none'>
> = {
  validateInvitation: 'made by a manager',
  completeOnboarding: 'made by a manager',
  checkPasswordReset: 'made by a manager',
  completePasswordReset: 'made by a manager',
  login: 'of the caller',
  refresh: 'of the caller',
  logout: 'of the caller',
  secondStepMethods: 'of the caller',
  secondStep: 'of the caller',
  passkeySignIn: 'of the caller',
  sendWebchatMessage: 'of the caller',
  createWebchatFile: 'of the caller',
  getWebchatMedia: 'of the caller',
  putWebchatFilePart: 'of the caller',
  checkSetup: 'of the installation',
  setUp: 'of the installation',
  askPasswordReset: 'none',
  passkeyOptions: 'none',
  openWebchat: 'none',
}

let test: TestApp
let tenant: TestTenant
let staff: Client
let admin: Client
let visitor: Client
let platform: TestTenant
let platformStaff: Client
let invitationCount = 0

beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ tenant, staff, admin } = await createSignedInTenant(test))
  platform = await createTenant(test, { platform: true })
  platformStaff = await createConfirmedClient(test, platform.staff.phone)
  visitor = await test.client()
})

async function invite(client: Client, role: Role, email = `p${++invitationCount}@exemplo.com`): Promise<string> {
  const { data } = await client.call(users.inviteUser, { body: { email, tenantDomain: tenant.domain, role } })
  return new URL(data?.link ?? '').searchParams.get('token') ?? ''
}
async function createResetLink(client: Client, id: string): Promise<string> {
  const { data } = await client.call(people.makeResetLink, { params: { id }, query: { tenant_id: tenant.tenantId } })
  return data.link.split('#t=')[1] ?? ''
}
/** Returns another IP address for each attempt: rate limits are tested elsewhere. */
const buildOtherAddressHeaders = () => ({ 'x-forwarded-for': `10.1.${++invitationCount % 250}.1` })

interface HandedOutLink {
  isLive: () => Promise<boolean>
  /** Uses the link. Returns whether that succeeded. */
  use: () => Promise<boolean>
}
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
const buildInvitationLink = (token: string): HandedOutLink => ({
  isLive: () => succeeds(visitor.call(onboarding.validateInvitation, { params: { token }, headers: buildOtherAddressHeaders() })),
  use: () =>
    succeeds(
      visitor.call(onboarding.completeOnboarding, {
        params: { token },
        body: { name: 'Nova Pessoa', phone: `+55219${String(10_000_000 + ++invitationCount)}`, password: 'Zt8!qqwvbn22x' },
        headers: buildOtherAddressHeaders(),
      }),
    ),
})
const buildResetLink = (token: string): HandedOutLink => ({
  isLive: () => succeeds(visitor.call(reset.checkPasswordReset, { body: { token }, headers: buildOtherAddressHeaders() })),
  use: () =>
    succeeds(
      visitor.call(reset.completePasswordReset, {
        body: { token, newPassword: 'Xy7!kqpwZZ91' },
        headers: buildOtherAddressHeaders(),
      }),
    ),
})

/** Every kind of link that a user can create for another, created by the organisation's admin or by platform staff. */
const LINK_KINDS: Readonly<Record<string, (maker: Client) => Promise<HandedOutLink>>> = {
  'an invitation': async (maker) => buildInvitationLink(await invite(maker, 'operator')),
  'an invitation to the own role': async (maker) => buildInvitationLink(await invite(maker, 'admin')),
  'an invitation that was sent again': async (maker) => {
    const email = `p${++invitationCount}@exemplo.com`
    await invite(staff, 'operator', email)
    const { data } = await staff.call(users.listInvitations)
    const userId = data.find(({ user }) => user.email === email)?.user.id ?? ''
    return buildInvitationLink((await maker.call(users.generateInvitationToken, { body: { userId } })).data.token)
  },
  'a link to a new password': async (maker) => buildResetLink(await createResetLink(maker, tenant.operator.id)),
}
/** Every way in which a user loses the right to create links. */
const PERMISSION_LOSSES = {
  'the maker is switched off': () => staff.call(people.switchOffPerson, { params: { id: tenant.admin.id } }),
  'the maker is demoted': () => submitPersonChange(staff, tenant.admin.id, { role: 'operator' }),
  'the organisation is switched off and on again': async () => {
    for (const active of [false, true])
      await platformStaff.call(updateTenant, { params: { id: tenant.tenantId }, body: { active } })
  },
}
/** Changes the creator directly in the database, without withdrawing links, as if a link were created just as the right ends. */
const setLinkCreator = (set: { active?: boolean; role?: Role }, { tenantId, admin: { id } } = tenant) =>
  test.deps.db.tenant(tenantId, (tx) =>
    tx.db
      .update(schema.users)
      .set(set)
      .where(whereTenant(schema.users, tenantId, eq(schema.users.id, id))),
  )

describe('TRUST-03 a link ends with the right to hand it out', () => {
  it('every call without a session is judged by the secret that it accepts', () => {
    const calls = allCalls.filter((call) => getCallAccess(call).kind === 'public').map(({ name }) => name)
    expect(calls.toSorted()).toEqual(Object.keys(PUBLIC_CALL_SECRET_ORIGINS).toSorted())
  })

  for (const [kind, make] of Object.entries(LINK_KINDS)) {
    it(`${kind} works while its maker may hand it out`, async () => {
      const link = await make(admin)
      expect([await link.isLive(), await link.use()]).toEqual([true, true])
    })

    it.each(Object.entries(PERMISSION_LOSSES))(`${kind} is withdrawn when %s`, async (_title, end) => {
      const link = await make(admin)
      await end()
      // Links stay invalid if the creator gets the right back.
      await setLinkCreator({ active: true, role: 'admin' })
      expect([await link.isLive(), await link.use()]).toEqual([false, false])
    })

    it.each([{ active: false }, { role: 'operator' as const }])(
      `${kind} is refused at its use, its maker being %o`,
      async (now) => {
        const link = await make(admin)
        await setLinkCreator(now)
        expect([await link.isLive(), await link.use()]).toEqual([false, false])
      },
    )
  }

  it('what a person may still hand out after a change of role stays', async () => {
    const client = await createConfirmedClient(test, tenant.staff.phone)
    const links = {
      operator: buildInvitationLink(await invite(client, 'operator')),
      staff: buildInvitationLink(await invite(client, 'staff')),
      reset: buildResetLink(await createResetLink(client, tenant.operator.id)),
    }
    const other = buildInvitationLink(await invite(admin, 'operator'))
    await submitPersonChange(platformStaff, tenant.staff.id, { role: 'admin' }).catch(() =>
      platformStaff.call(people.updatePerson, {
        params: { id: tenant.staff.id },
        query: { tenant_id: tenant.tenantId },
        body: { role: 'admin' },
      }),
    )
    expect(await links.operator.isLive()).toBe(true)
    expect(await links.reset.isLive()).toBe(true)
    expect(await links.staff.isLive()).toBe(false)
    expect(await other.isLive()).toBe(true)
  })

  it('a link that an admin made for somebody who is staff by now opens nothing', async () => {
    const link = buildResetLink(await createResetLink(admin, tenant.operator.id))
    await submitPersonChange(staff, tenant.operator.id, { role: 'staff' })
    expect([await link.isLive(), await link.use()]).toEqual([false, false])
  })

  it('what staff of the platform hand out in another organisation ends with their right, too', async () => {
    const makers = await createTenant(test, { platform: true })
    for (const end of [
      () =>
        platformStaff.call(people.switchOffPerson, { params: { id: makers.staff.id }, query: { tenant_id: makers.tenantId } }),
      () => setLinkCreator({ active: false }, { ...makers, admin: makers.staff }),
    ]) {
      const maker = await createConfirmedClient(test, makers.staff.phone)
      const links = [
        buildInvitationLink(await invite(maker, 'staff')),
        buildResetLink(await createResetLink(maker, tenant.operator.id)),
      ]
      for (const link of links) expect(await link.isLive()).toBe(true)
      await end()
      for (const link of links) expect([await link.isLive(), await link.use()]).toEqual([false, false])
      await setLinkCreator({ active: true }, { ...makers, admin: makers.staff })
    }
  })

  it('a new password of the maker withdraws the links to passwords that they made', async () => {
    const link = buildResetLink(await createResetLink(admin, tenant.operator.id))
    const mine = buildResetLink(await createResetLink(staff, tenant.admin.id))
    expect(await mine.use()).toBe(true)
    expect(await link.isLive()).toBe(false)
  })

  it('withdrawn invitations leave the list and are recorded', async () => {
    await invite(admin, 'operator')
    await staff.call(people.switchOffPerson, { params: { id: tenant.admin.id } })
    expect((await staff.call(users.listInvitations)).data).toEqual([])
    const { rows } = (await staff.call(listAudit, { query: { action: 'invitation.cancelled' } })).data
    expect(rows).toMatchObject([{ actor: { id: tenant.staff.id } }])
  })

  it('of a use and the end of its maker’s right at once, 20 times, the use comes first or is refused @wide', async () => {
    const late: string[] = []
    for (let n = 0; n < 20; n += 1) {
      const link = buildInvitationLink(await invite(admin, 'operator'))
      await Promise.all([link.use(), staff.call(people.switchOffPerson, { params: { id: tenant.admin.id } })])
      const { rows } = (await staff.call(listAudit, { query: { limit: '10' } })).data
      const seen = rows.map(({ action }) => action)
      const [accepted, ended] = [seen.indexOf('invitation.accepted'), seen.indexOf('person.switched_off')]
      // The list is sorted newest first.
      if (accepted >= 0 && accepted < ended) late.push(`${n}: ${seen.join(' ')}`)
      if (accepted < 0) expect(await link.isLive()).toBe(false)
      await staff.call(people.switchOnPerson, { params: { id: tenant.admin.id } })
      admin = await createConfirmedClient(test, tenant.admin.phone)
    }
    expect(late).toEqual([])
  })
})
