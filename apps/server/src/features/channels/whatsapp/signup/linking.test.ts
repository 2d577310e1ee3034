import { getWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { META_TOKEN } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createSignupFixture,
  findFailedStep,
  getStepStates,
  type SignupFixture,
} from '../../../../testing/worlds/whatsapp/signup-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { inspectNumber } from '../number-health/inspect-number.ts'

let desk: SignupFixture

beforeAll(async () => {
  desk = await createSignupFixture()
})
afterAll(() => desk.close())
beforeEach(() => desk.renew())

const rowOf = async () => {
  const { rows } = await desk.test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT * FROM whatsapp_numbers WHERE phone_number_id = ${desk.number}`),
  )
  return rows[0]
}
const kindsAsked = async () =>
  desk.meta.syncs.filter(({ phoneNumberId }) => phoneNumberId === desk.number).map(({ syncType }) => syncType)

describe('linking', () => {
  it('NUM-05 has the news brought here and registers the number; NUM-07 its token and PIN are sealed, and told nobody', async () => {
    const { id, url } = await desk.begin()
    const { body } = await desk.staff.raw({
      method: 'POST',
      url: `/api/channels/whatsapp/signups/${id}/finish`,
      payload: desk.agree(url),
    })
    expect(body).not.toContain(META_TOKEN)
    expect(getStepStates((JSON.parse(body) as { data: WhatsappSignup }).data)).toEqual({
      meta: 'done',
      access: 'done',
      number: 'done',
      webhook: 'done',
      registration: 'done',
      message: 'waiting',
    })
    expect(desk.meta.subscriptions.has(desk.account)).toBe(true)
    expect(desk.registeredTimes()).toBe(1)
    expect(await desk.linked()).toMatchObject([{ agent_id: desk.tenant.agentId, waba_id: desk.account, mode: 'api' }])
    const row = await rowOf()
    expect(row).toMatchObject({ mode: 'api', history_days: 0, onboarded_at: expect.anything() })
    const pin = desk.meta.pins.get(desk.number) ?? ''
    expect(pin).toMatch(/^\d{6}$/)
    const { rows } = await desk.test.deps.db.system((tx) => tx.db.execute(sql`SELECT * FROM whatsapp_signups`))
    for (const secret of [META_TOKEN, pin]) {
      expect(JSON.stringify([row, rows])).not.toContain(`"${secret}"`)
      expect(desk.test.logged()).not.toContain(`"${secret}"`)
    }
    expect(desk.test.logged()).not.toContain(META_TOKEN)
    await deliverTestWebhook(
      desk.test,
      buildMessageWebhook(desk.number, { phone: '5511988887777' }, 'wamid.FIRST', buildTextBody('oi')),
    )
    expect((await desk.look(id)).steps.at(-1)).toMatchObject({ name: 'message', state: 'done', at: expect.any(String) })
  })

  it('NUM-05 a number that stays on its phone is not registered; the phone is asked for what it has', async () => {
    const { id, url } = await desk.begin({ mode: 'coexistence', history_days: 30 })
    const done = await desk.finish(id, desk.agree(url))
    expect(getStepStates(done)).toEqual({ meta: 'done', access: 'done', number: 'done', webhook: 'done', message: 'waiting' })
    expect(desk.registeredTimes()).toBe(0)
    expect(await rowOf()).toMatchObject({ mode: 'coexistence', history_days: 30, onboarded_at: expect.anything() })
    await waitUntil(kindsAsked, (asked) => asked.length === 2)
  })

  it('NUM-05 133005 asks for the PIN of the number, and goes on with it', async () => {
    desk.meta.pins.set(desk.number, '246813')
    const { id, url } = await desk.begin()
    const asked = await desk.finish(id, desk.agree(url))
    expect(findFailedStep(asked)).toEqual({
      name: 'registration',
      state: 'failed',
      reason: 'Digite o PIN de verificação em duas etapas deste número.',
    })
    expect(asked.next).toBe('pin')
    expect(await desk.finish(id, { pin: '111111' })).toMatchObject({ next: 'pin' })
    expect(getStepStates(await desk.finish(id, { pin: '246813' }))).toMatchObject({ registration: 'done' })
    expect(await desk.linked()).toHaveLength(1)
  })

  it('WIRE-15 a refusal of the number itself breaks it, until its registration is taken', async () => {
    desk.meta.refusals.set('register', 133_015)
    const { id, url } = await desk.begin()
    const { reason } = getErrorMeaning(133_015)
    expect(findFailedStep(await desk.finish(id, desk.agree(url)))).toMatchObject({ name: 'registration', reason })
    const problems = [{ code: 'unregistered' }]
    expect(await desk.linked()).toMatchObject([{ status: 'broken', status_reason: reason, problems }])
    desk.meta.refusals.clear()
    expect(getStepStates(await desk.finish(id))).toMatchObject({ registration: 'done' })
    expect(await desk.linked()).toMatchObject([{ status: 'ok', problems: [] }])
  })

  it('NUM-05 the number is kept before Meta is asked to bring its news', async () => {
    desk.meta.cut = (what) => what === 'subscribed_apps'
    const { id, url } = await desk.begin()
    await desk.finish(id, desk.agree(url))
    expect(
      await deliverTestWebhook(
        desk.test,
        buildMessageWebhook(desk.number, { phone: '5511977776666' }, 'wamid.ATONCE', buildTextBody('oi')),
      ),
    ).toBe(200)
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT 1 FROM whatsapp_events WHERE key = 'message:wamid.ATONCE'`),
    )
    expect(rows).toHaveLength(1)
  })

  it('takes the newest number of an account, and says so where it cannot tell', async () => {
    const other = { id: `${desk.number}1`, display_phone_number: '+55 11 4000-9999', last_onboarded_time: '1700000000' }
    const [mine] = desk.meta.accounts.get(desk.account) ?? []
    desk.meta.accounts.set(desk.account, [other, { ...mine, last_onboarded_time: '2026-11-25T12:00:00+0000' } as typeof other])
    const { id, url } = await desk.begin()
    await desk.finish(id, desk.agree(url))
    expect(await desk.linked()).toHaveLength(1)
    const twins = [1, 2].map((n) => ({ id: `${desk.number}7${n}`, display_phone_number: `+55 11 4000-000${n}` }))
    desk.meta.accounts.set(`${desk.account}7`, twins)
    desk.meta.shared = new Set([`${desk.account}7`])
    desk.meta.known.add(`${desk.account}7`)
    const unclear = await desk.begin()
    expect(findFailedStep(await desk.finish(unclear.id, desk.agree(unclear.url)))?.reason).toContain('mais de um número')
  })

  it('takes the newest number of an account, though it is here already and an older one is not', async () => {
    const mine = { id: desk.number, display_phone_number: '+55 11 4000-1234', last_onboarded_time: '2026-11-25T12:00:00+0000' }
    const older = { ...mine, id: `${desk.number}1`, last_onboarded_time: '2025-01-01T12:00:00+0000' }
    desk.meta.accounts.set(desk.account, [mine])
    const first = await desk.begin()
    const { number_id: id } = await desk.finish(first.id, desk.agree(first.url))
    desk.meta.accounts.set(desk.account, [older, mine])
    const again = await desk.begin()
    expect(await desk.finish(again.id, desk.agree(again.url))).toMatchObject({ number_id: id })
    expect(await desk.linked()).toHaveLength(1)
  })

  it('takes one that is not here yet before one that is, where Meta does not say when it came', async () => {
    const mine = { id: desk.number, display_phone_number: '+55 11 4000-1234', last_onboarded_time: '2026-11-25T12:00:00+0000' }
    desk.meta.accounts.set(desk.account, [mine])
    const first = await desk.begin()
    const { number_id: here } = await desk.finish(first.id, desk.agree(first.url))
    desk.meta.accounts.set(desk.account, [mine, { id: `${desk.number}1`, display_phone_number: '+55 11 4000-9999' }])
    const again = await desk.begin()
    const { number_id: added } = await desk.finish(again.id, desk.agree(again.url))
    expect(added).toBeTruthy()
    expect(added).not.toBe(here)
  })

  it('NUM-05 one that stays on its phone is not registered either when Meta does not say so yet', async () => {
    const { id, url } = await desk.begin({ mode: 'coexistence', history_days: 0 })
    desk.meta.busy = 2
    await desk.finish(id, desk.agree(url))
    desk.meta.busy = null
    await desk.finish(id, {})
    const [number] = await desk.linked()
    await inspectNumber(desk.test.deps, { tenantId: desk.tenant.tenantId, numberId: number?.id ?? '' })
    expect(await rowOf()).toMatchObject({ mode: 'coexistence' })
    expect(desk.registeredTimes()).toBe(0)
    desk.test.advance(25 * 3_600_000)
    await inspectNumber(desk.test.deps, { tenantId: desk.tenant.tenantId, numberId: number?.id ?? '' })
    desk.test.advance(-25 * 3_600_000)
    expect(await rowOf()).toMatchObject({ mode: 'api' })
  })

  it('another organisation’s account stays theirs', async () => {
    const other = await createTenant(desk.test)
    const theirs = await linkTestNumber(desk.test, desk.meta, other)
    desk.meta.shared = new Set([theirs.wabaId])
    desk.meta.accounts.set(theirs.wabaId, [{ id: desk.number, display_phone_number: '+55 11 4000-7777' }])
    const { id, url } = await desk.begin()
    const refused = await desk.finish(id, desk.agree(url))
    expect(findFailedStep(refused)?.reason).toBe('Esta conta do WhatsApp já está ligada a outra organização.')
    expect(refused.next).toBe('window')
    expect(await desk.linked()).toEqual([])
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT access_token FROM whatsapp_signups WHERE id = ${id}`),
    )
    expect(rows).toEqual([{ access_token: null }])
  })

  it('a number that is here already gets its access back, and its phone is asked anew', async () => {
    const first = await desk.begin({ mode: 'coexistence', history_days: 0 })
    await desk.finish(first.id, desk.agree(first.url))
    await deliverTestWebhook(
      desk.test,
      buildMessageWebhook(desk.number, { phone: '5511966665555' }, 'wamid.BEFORE', buildTextBody('oi')),
    )
    const [before] = await desk.linked()
    expect(before?.webhook?.first_message_at).toBeTruthy()
    const again = await desk.begin({ mode: 'coexistence', history_days: 180 })
    expect(await desk.finish(again.id, desk.agree(again.url))).toMatchObject({ number_id: before?.id })
    // Events received with the previous access do not prove that the new one works.
    expect(await desk.linked()).toMatchObject([{ webhook: { event_at: null, first_message_at: null } }])
    await waitUntil(kindsAsked, (asked) => asked.includes('history'))
  })
})

describe('a linking that is cut off', () => {
  it.each([
    ['debug_token', 'number', 'continue'],
    ['phone_numbers', 'number', 'continue'],
    ['subscribed_apps', 'webhook', 'continue'],
    ['register', 'registration', 'continue'],
    ['oauth', 'access', 'window'],
  ])('NUM-05 at %s stands at its last good step, and goes on from there to one number', async (at, step, next) => {
    desk.meta.cut = (what) => what === at
    const { id, url } = await desk.begin()
    const stopped = await desk.finish(id, desk.agree(url))
    expect({ failed: findFailedStep(stopped)?.name, next: stopped.next }).toEqual({ failed: step, next })
    // State after the process was killed: no reason is stored.
    await desk.test.deps.db.system((tx) => tx.db.execute(sql`UPDATE whatsapp_signups SET failure = NULL WHERE id = ${id}`))
    expect((await desk.look(id)).next).toBeNull()
    await desk.age(id, 1)
    const found = (await desk.half()).find((one) => one.id === id)
    expect(found && { failed: findFailedStep(found), next: found.next }).toMatchObject({
      failed: { name: step, reason: 'A ligação parou aqui.' },
      next,
    })
    desk.meta.cut = () => false
    const on = next === 'window' ? await desk.begin() : { id, url }
    const done = await desk.finish(on.id, next === 'window' ? desk.agree(on.url) : {})
    expect(done.next).toBeNull()
    expect(getStepStates(done)).toMatchObject({ webhook: 'done', registration: 'done' })
    expect(await desk.linked()).toHaveLength(1)
    expect(await desk.half()).toEqual([])
  })

  it('one that nobody went on with is gone after a day; what it linked stays', async () => {
    desk.meta.cut = (what) => what === 'register'
    const { id, url } = await desk.begin()
    await desk.finish(id, desk.agree(url))
    await desk.age(id, 25 * 60)
    expect(await desk.half()).toEqual([])
    await desk.begin()
    expect(await desk.staff.refused(getWhatsappSignup, { params: { id } })).toMatchObject({ status: 404 })
    expect(await desk.linked()).toHaveLength(1)
  })
})
