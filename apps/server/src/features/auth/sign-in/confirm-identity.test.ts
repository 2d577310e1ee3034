import * as calls from '@prosa/contract/calls/accounts/second-step'
import { allCalls } from '@prosa/contract/calls/all'
import * as organisation from '@prosa/contract/calls/organisation/organisation'
import { switchOnPerson, updatePerson } from '@prosa/contract/calls/organisation/people'
import { setRetention } from '@prosa/contract/calls/organisation/privacy'
import { generateInvitationToken, inviteUser } from '@prosa/contract/calls/organisation/users'
import { updateWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import type { Call } from '@prosa/contract/define-call'
import { buildPath } from '@prosa/contract/http'
import type { Role } from '@prosa/contract/role-names'
import { CALLS_REQUIRING_CONFIRMATION } from '@prosa/contract/rules/accounts/confirmation'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { whatsappNumbers } from '../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { createClientWithPasskey, createConfirmedClient } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createVirtualAuthenticator } from '../../../testing/worlds/accounts/virtual-authenticator.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterEach(() => test.close())

const settings = { body: { second_step: 'managers' as const, second_step_from: '2099-01-01' } }

/** Calls that change data and require no confirmation of identity, grouped by reason. */
const CHANGES_WITHOUT_PROOF: Readonly<Record<string, readonly string[]>> = {
  'the work with leads and messages, which every person does all day': [
    'sendMessage',
    'sendTemplate',
    'setReaction',
    'setAttention',
    'markRead',
    'unreadCountsFor',
    'askTranscript',
    'pauseLead',
    'archiveLead',
    'optOutLead',
    'createFile',
    'putFilePart',
    'deleteFile',
    'calendarCreateEvent',
    'createCorrection',
    'askKnowledge',
  ],
  'agents, their knowledge and their templates: versions bring them back, and no access comes of them': [
    'createAgent',
    'updateAgent',
    'tryAgent',
    'saveDraft',
    'discardDraft',
    'publishDraft',
    'restoreVersion',
    'updateCorrection',
    'deleteCorrection',
    'startRun',
    'stopRun',
    'createSource',
    'updateSource',
    'deleteSource',
    'refreshSource',
    'changePassage',
    'settleQuestion',
    'createWhatsappTemplate',
    'updateWhatsappTemplate',
    'deleteWhatsappTemplate',
  ],
  'a number that is linked already is asked about at Meta, or registered there again': [
    'checkWhatsappNumber',
    'registerWhatsappNumber',
  ],
  'goes on with what was begun with a proof': ['finishWhatsappSignup', 'createPasskey', 'confirmTotp'],
  'requires the password itself': ['changePassword', 'confirm'],
  'ends access or takes a link back, and gives none': [
    'logoutAll',
    'endSession',
    'endPersonSessions',
    'switchOffPerson',
    'cancelInvitation',
    'calendarRevoke',
  ],
  'gives nobody access: an organisation without people, a name of a passkey, prices and a ceiling': [
    'createTenant',
    'renamePasskey',
    'setBudget',
    'setRates',
  ],
}

/** For a call whose body decides whether a confirmation is required: a request that requires one (`grave`) and one that does not. */
interface ByContents {
  grave: (admin: Client) => Promise<Sent>
  harmless: (admin: Client) => Promise<Sent>
}
type Sent = Awaited<ReturnType<Client['raw']>>

const send = (client: Client, call: Call, payload?: object, params: Record<string, string> = {}): Promise<Sent> =>
  client.raw({ method: call.method, url: `/api${buildPath(call.path, params)}`, ...(payload ? { payload } : {}) })
const invite = (client: Client, role: string): Promise<Sent> =>
  send(client, inviteUser, { email: `p${uuid()}@exemplo.com`, tenantDomain: tenant.domain, role })
const sendAgain = async (client: Client, role: Role): Promise<Sent> => {
  const staff = await test.client(tenant.staff.phone)
  const body = { email: `p${uuid()}@exemplo.com`, tenantDomain: tenant.domain, role }
  const { data } = await staff.call(inviteUser, { body })
  return send(client, generateInvitationToken, { userId: data?.invitation?.user.id })
}
const switchOn = async (client: Client, role: Role): Promise<Sent> => {
  const { operator } = tenant
  const its = whereTenant(users, tenant.tenantId, eq(users.id, operator.id))
  await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(users).set({ role, active: false }).where(its))
  return send(client, switchOnPerson, undefined, { id: operator.id })
}
const change = (client: Client, body: object): Promise<Sent> => send(client, updatePerson, body, { id: tenant.operator.id })
const changeNumber = async (client: Client, body: object): Promise<Sent> => {
  const id = uuid()
  const { tenantId, agentId } = tenant
  await test.deps.db.tenant(tenantId, (tx) =>
    tx.db.insert(whatsappNumbers).values({
      tenantId,
      id,
      agentId,
      phoneNumberId: id,
      wabaId: '70001',
      accessToken: 'sealed',
      displayNumber: '+55 11 4000-0001',
    }),
  )
  return send(client, updateWhatsappNumber, body, { id })
}

const BY_CONTENTS: Readonly<Record<string, ByContents>> = {
  updatePerson: {
    grave: (client) => change(client, { role: 'admin' }),
    harmless: (client) => change(client, { name: 'Carla Nova', role: 'operator' }),
  },
  switchOnPerson: { grave: (client) => switchOn(client, 'admin'), harmless: (client) => switchOn(client, 'operator') },
  inviteUser: { grave: (client) => invite(client, 'admin'), harmless: (client) => invite(client, 'operator') },
  generateInvitationToken: {
    grave: (client) => sendAgain(client, 'admin'),
    harmless: (client) => sendAgain(client, 'operator'),
  },
  setOrganisationSettings: {
    grave: (client) => send(client, organisation.setOrganisationSettings, settings.body),
    harmless: (client) => send(client, organisation.setOrganisationSettings, { second_step: 'optional', second_step_from: null }),
  },
  setRetention: {
    grave: (client) => send(client, setRetention, { months: 1 }),
    harmless: (client) => send(client, setRetention, { months: null, file_months: null }),
  },
  updateWhatsappNumber: {
    grave: (client) => changeNumber(client, { access_token: 'EAAnew' }),
    harmless: (client) => changeNumber(client, { agent_id: tenant.agentId }),
  },
}

const codeOf = (body: string) => (JSON.parse(body) as { code?: string }).code

describe('a proof before what is grave', () => {
  it('TRUST-16 every call that changes something is in the table, or harmless for a reason', () => {
    const changing = allCalls.filter((call) => call.method !== 'GET' && getCallAccess(call).kind !== 'public')
    const judged = [...Object.keys(CALLS_REQUIRING_CONFIRMATION), ...Object.values(CHANGES_WITHOUT_PROOF).flat()]
    expect(judged.toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
  })

  it('TRUST-16 each call that is marked is refused without one, and no other is', async () => {
    const client = await test.client(tenant.staff.phone)
    const refused: string[] = []
    for (const call of allCalls.filter((one) => getCallAccess(one).kind !== 'public')) {
      if (call.name === 'logoutAll') continue
      const path = buildPath(
        call.path,
        Object.fromEntries([...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, uuid()])),
      )
      const { statusCode, body } = await client.raw({ method: call.method, url: `/api${path}` })
      if (codeOf(body) !== 'CONFIRMATION_REQUIRED') continue
      expect(statusCode).toBe(403)
      refused.push(call.name)
    }
    const marked = Object.entries(CALLS_REQUIRING_CONFIRMATION).filter(([, when]) => when === 'always')
    expect(refused.toSorted()).toEqual(marked.map(([name]) => name).toSorted())
  })

  it('TRUST-16 a call that is marked for some contents is refused with these, and only with these', async () => {
    const marked = Object.entries(CALLS_REQUIRING_CONFIRMATION).filter(([, when]) => when !== 'always')
    expect(Object.keys(BY_CONTENTS).toSorted()).toEqual(marked.map(([name]) => name).toSorted())
    const admin = await test.client(tenant.admin.phone)
    const wrong: string[] = []
    for (const [name, { grave, harmless }] of Object.entries(BY_CONTENTS)) {
      const [refused, passed] = [await grave(admin), await harmless(admin)]
      if (codeOf(refused.body) !== 'CONFIRMATION_REQUIRED') wrong.push(`${name} without a proof: ${refused.body}`)
      if (passed.statusCode !== 200) wrong.push(`${name} without grave contents: ${passed.body}`)
    }
    expect(wrong).toEqual([])
    // The refused changes were not saved.
    const kept = await send(admin, organisation.getOrganisationSettings)
    expect(kept.body).toContain('"optional"')
    const client = await createConfirmedClient(test, tenant.admin.phone)
    for (const [name, { grave }] of Object.entries(BY_CONTENTS))
      if (codeOf((await grave(client)).body) === 'CONFIRMATION_REQUIRED') wrong.push(`${name} with a proof`)
    expect(wrong).toEqual([])
  })

  it('TRUST-16 one by the password is good for 10 minutes, and for its session only', async () => {
    const client = await createConfirmedClient(test, tenant.staff.phone)
    await client.call(calls.startTotp)
    expect((await send(client, organisation.setOrganisationSettings, settings.body)).statusCode).toBe(200)
    const other = await test.client(tenant.staff.phone)
    expect((await other.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
    test.advance(10 * 60_000)
    const late = await test.client()
    for (const [name, value] of client.cookies) late.cookies.set(name, value)
    test.deps.bus.publish({ name: 'access.changed', payload: { tenantId: tenant.tenantId } })
    expect((await late.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
  })

  it('TRUST-16 one by a passkey is as good, of a passkey of one’s own @wide', async () => {
    const { authenticator } = await createClientWithPasskey(test, tenant.staff.phone)
    const client = await test.client()
    const options = (await client.call(calls.passkeyOptions)).data
    await client.call(calls.passkeySignIn, { body: { response: authenticator.prove(options) } })
    const prove = async (by: typeof authenticator) => {
      const wanted = (await client.call(calls.passkeyOptions)).data
      return { body: { passkey: by.prove(wanted) } }
    }
    expect((await client.refused(calls.confirmSessionIdentity, await prove(createVirtualAuthenticator()))).status).toBe(400)
    expect((await client.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
    const proof = await prove(authenticator)
    await client.call(calls.confirmSessionIdentity, proof)
    await client.call(calls.startTotp)
    expect((await client.refused(calls.confirmSessionIdentity, proof)).status).toBe(400)
  })

  it('a wrong password, or nothing, is 400 under its field, and too many make wait @wide', async () => {
    const client = await test.client(tenant.staff.phone)
    expect(await client.refused(calls.confirmSessionIdentity, { body: {} })).toMatchObject({ status: 400 })
    const wrong = { body: { password: 'Errada@123' } }
    expect(await client.refused(calls.confirmSessionIdentity, wrong)).toMatchObject({
      status: 400,
      fieldErrors: { password: 'Senha incorreta.' },
    })
    for (let n = 0; n < 4; n++) await client.refused(calls.confirmSessionIdentity, wrong)
    expect((await client.refused(calls.confirmSessionIdentity, { body: { password: TEST_PASSWORD } })).status).toBe(429)
  })
})
