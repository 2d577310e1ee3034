import * as auth from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/accounts/second-step'
import { allCalls } from '@prosa/contract/calls/all'
import * as organisation from '@prosa/contract/calls/organisation/organisation'
import { buildPath } from '@prosa/contract/http'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { createConfirmedClient } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterEach(() => test.close())

/** Routes allowed before the set-up, besides refresh and log-out, which need no session. */
const OF_THE_SET_UP = ['me', 'confirm', 'security', 'startTotp', 'confirmTotp', 'passkeyCreationOptions', 'createPasskey']
const DAY_MS = 86_400_000
/** Returns the date in the organisation's time zone, `days` days from today. */
const day = (days: number) =>
  new Date(test.deps.clock.now().getTime() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

const require = async (second_step: 'managers' | 'everyone', second_step_from: string, by: Client) => {
  await by.call(calls.confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
  return by.call(organisation.setOrganisationSettings, { body: { second_step, second_step_from } })
}

async function setUp(client: Client): Promise<void> {
  await client.call(calls.confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
  const { secret } = (await client.call(calls.startTotp)).data
  const code = await generate({ secret, epoch: Math.floor(test.deps.clock.now().getTime() / 1_000) })
  await client.call(calls.confirmTotp, { body: { code } })
}

describe('a second step that an organisation requires', () => {
  it('TRUST-12 from its day on every call but those of the set-up is refused, and all work once there is one @wide', async () => {
    const client = await test.client(tenant.staff.phone)
    await require('everyone', day(0), client)
    const allowed: string[] = []
    for (const call of allCalls.filter((candidate) => getCallAccess(candidate).kind !== 'public')) {
      const path = buildPath(
        call.path,
        Object.fromEntries([...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, uuid()])),
      )
      const { body } = await client.raw({ method: call.method, url: `/api${path}` })
      if ((JSON.parse(body) as { code?: string }).code !== 'SECOND_STEP_SETUP_REQUIRED') allowed.push(call.name)
    }
    expect(allowed.toSorted()).toEqual(OF_THE_SET_UP.toSorted())
    // Files that are downloaded by URL are refused too.
    for (const url of [`/api/media/${uuid()}`, `/api/exports/${uuid()}/file`]) {
      const { statusCode, body } = await client.raw({ method: 'GET', url })
      expect([statusCode, (JSON.parse(body) as { code?: string }).code]).toEqual([403, 'SECOND_STEP_SETUP_REQUIRED'])
    }
    await client.call(auth.refresh)
    await setUp(client)
    await client.call(auth.sessions)
    await client.call(auth.logout)
  })

  it('TRUST-12 is refused with 403, and who must not is let through', async () => {
    const client = await test.client(tenant.admin.phone)
    const operator = await test.client(tenant.operator.phone)
    await require('managers', day(0), client)
    expect(await client.refused(auth.sessions)).toMatchObject({ status: 403, code: 'SECOND_STEP_SETUP_REQUIRED' })
    await operator.call(auth.sessions)
    const other = await createTenant(test)
    await (await test.client(other.staff.phone)).call(auth.sessions)
  })

  it('TRUST-12 before the day everything works, and the account tells the day; it begins by the organisation’s clock @wide', async () => {
    await test.deps.db.system((tx) =>
      tx.db.update(tenants).set({ timezone: 'America/Sao_Paulo' }).where(eq(tenants.id, tenant.tenantId)),
    )
    const client = await test.client(tenant.staff.phone)
    await require('everyone', day(2), client)
    await client.call(auth.sessions)
    expect((await client.call(auth.me)).data.second_step_from).toBe(day(2))
    const again = await (await test.client()).signIn(tenant.operator.phone, TEST_PASSWORD)
    expect(again.user.second_step_from).toBe(day(2))
    test.advance(2 * DAY_MS)
    const later = await test.client(tenant.staff.phone)
    expect(await later.refused(auth.sessions)).toMatchObject({ code: 'SECOND_STEP_SETUP_REQUIRED' })
    await setUp(later)
    expect((await later.call(auth.me)).data.second_step_from).toBeUndefined()
  })

  it('TRUST-12 cuts sockets within a second without ending the session, and none is opened before there is one @wide', async () => {
    const origin = await test.listen()
    const client = await test.client(tenant.staff.phone)
    const { socket, close } = await openTestSocket(origin, client)
    const told: string[] = []
    socket.onAny((name: string) => told.push(name))
    const cut = new Promise((resolve) => socket.once('disconnect', resolve))
    await require('everyone', day(0), client)
    await cut
    expect(told).not.toContain('session_ended')
    close()
    expect((await client.refused(auth.websocketToken)).code).toBe('SECOND_STEP_SETUP_REQUIRED')
    await setUp(client)
    ;(await openTestSocket(origin, client)).close()
  })

  it('needs a day, and is asked of nobody when it is taken back @wide', async () => {
    const client = await createConfirmedClient(test, tenant.staff.phone)
    const body = { second_step: 'everyone' as const, second_step_from: null }
    expect(await client.refused(organisation.setOrganisationSettings, { body })).toMatchObject({
      status: 400,
      fieldErrors: { second_step_from: 'Escolha a partir de quando.' },
    })
    await setUp(client)
    await require('everyone', day(0), client)
    const taken = { second_step: 'optional' as const, second_step_from: day(0) }
    const { data } = await client.call(organisation.setOrganisationSettings, { body: taken })
    expect(data).toEqual({ second_step: 'optional', second_step_from: null })
    expect((await client.call(organisation.getOrganisationSettings)).data).toEqual(data)
    await (await test.client(tenant.operator.phone)).call(auth.sessions)
  })

  it('is for managers to read and change @wide', async () => {
    const operator = await test.client(tenant.operator.phone)
    expect((await operator.refused(organisation.getOrganisationSettings)).status).toBe(403)
  })
})
