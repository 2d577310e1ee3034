import { createWhatsappSignup, finishWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import {
  createSignupFixture,
  findFailedStep,
  getStepStates,
  type SignupFixture,
} from '../../../../testing/worlds/whatsapp/signup-fixture.ts'

let desk: SignupFixture

beforeAll(async () => {
  desk = await createSignupFixture()
})
afterAll(() => desk.close())
beforeEach(() => desk.renew())

describe('the address of Meta’s page', () => {
  it('NUM-01 is what its panel shows, with where it leads back to, and for a phone its own flow', async () => {
    const { url } = await desk.begin({ mode: 'coexistence', history_days: 180 })
    const page = new URL(url)
    expect(page.pathname).toBe('/onboard/')
    expect(page.searchParams.get('app_id')).toMatch(/^\d+$/)
    expect(page.searchParams.get('redirect_uri')).toBe('https://prosa.test/whatsapp/signup')
    expect(JSON.parse(page.searchParams.get('extras') ?? '')).toEqual({
      version: 'v4',
      sessionInfoVersion: '3',
      featureType: 'whatsapp_business_app_onboarding',
    })
    const plain = new URL((await desk.begin()).url)
    expect(JSON.parse(plain.searchParams.get('extras') ?? '')).not.toHaveProperty('featureType')
  })

  it('is begun by whoever sets agents up, for an agent that there is', async () => {
    const operator = await desk.test.client(desk.tenant.operator.phone)
    const body = { agent_id: desk.tenant.agentId, mode: 'api', history_days: 0 } as const
    expect(await operator.refused(createWhatsappSignup, { body })).toMatchObject({ status: 403 })
    expect(await desk.staff.refused(createWhatsappSignup, { body: { ...body, agent_id: 'nobody' } })).toMatchObject({
      status: 404,
    })
  })
})

describe('what Meta’s page brings back', () => {
  it('NUM-02 counts once', async () => {
    const { id, url } = await desk.begin()
    const brought = desk.agree(url)
    expect(await desk.finish(id, brought)).toMatchObject({ next: null })
    desk.meta.shared = new Set(['999'])
    const again = await desk.staff.refused(finishWhatsappSignup, {
      params: { id },
      body: { ...desk.agree(url), state: brought.state },
    })
    expect(again).toMatchObject({ status: 400, message: expect.stringContaining('já foi usado') })
    expect(desk.registeredTimes()).toBe(1)
  })

  it('NUM-02 counts for 60 minutes', async () => {
    const early = await desk.begin()
    await desk.age(early.id, 59)
    await desk.finish(early.id, desk.agree(early.url))
    expect(await desk.linked()).toHaveLength(1)
    const late = await desk.begin()
    await desk.age(late.id, 61)
    desk.meta.shared = new Set(['999'])
    const body = desk.agree(late.url)
    expect(await desk.staff.refused(finishWhatsappSignup, { params: { id: late.id }, body })).toMatchObject({ status: 400 })
    const seen = await desk.look(late.id)
    expect({ reason: findFailedStep(seen)?.reason, next: seen.next }).toEqual({
      reason: expect.stringContaining('60 minutos'),
      next: 'window',
    })
    expect(await desk.half()).toEqual([])
  })

  it('NUM-02 counts for who began it: not for a colleague, nor for another organisation, nor with another word', async () => {
    const { id, url } = await desk.begin()
    const brought = desk.agree(url)
    const colleague = await desk.test.client(desk.tenant.admin.phone)
    expect(await colleague.refused(finishWhatsappSignup, { params: { id }, body: brought })).toMatchObject({ status: 400 })
    const other = await createTenant(desk.test)
    const stranger = await desk.test.client(other.staff.phone)
    expect(await stranger.refused(finishWhatsappSignup, { params: { id }, body: brought })).toMatchObject({ status: 404 })
    const mine = await desk.begin({ agent_id: other.agentId }, stranger)
    expect(await stranger.refused(finishWhatsappSignup, { params: { id: mine.id }, body: brought })).toMatchObject({
      status: 400,
    })
    const guessed = { ...brought, state: `${id}.guessed` }
    expect(await desk.staff.refused(finishWhatsappSignup, { params: { id }, body: guessed })).toMatchObject({ status: 400 })
    expect(await desk.linked()).toEqual([])
    // None of these attempts consumed the real redirect.
    expect(getStepStates(await desk.finish(id, brought))).toMatchObject({ registration: 'done' })
  })

  it('NUM-03 is exchanged with the very address that Meta led back to; a dead code begins anew', async () => {
    const { id, url } = await desk.begin()
    const elsewhere = new URL(url)
    elsewhere.searchParams.set('redirect_uri', 'https://prosa.test/other')
    const dead = await desk.finish(id, desk.agree(elsewhere.toString()))
    expect(findFailedStep(dead)).toMatchObject({ name: 'access', reason: expect.stringContaining('30 segundos') })
    expect(dead.next).toBe('window')
    expect((await desk.half()).map((one) => one.id)).toContain(id)
    const anew = await desk.begin()
    expect(getStepStates(await desk.finish(anew.id, desk.agree(anew.url)))).toMatchObject({
      access: 'done',
      registration: 'done',
    })
    // The newer process is complete, so none is unfinished.
    expect(await desk.half()).toEqual([])
  })
})
