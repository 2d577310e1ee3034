import { deleteWhatsappNumber, listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { listWhatsappTemplates } from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerExamples, templateReadings, whatsappTemplates } from '../../../../platform/database/schema/whatsapp/templates.ts'
import type { MetaTemplate } from '../../../../testing/doubles/meta/meta-templates.ts'
import { buildAccountWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { openTestSocket } from '../../../../testing/harness/test-socket.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let origin: string
beforeAll(async () => {
  desk = await createWhatsappFixture()
  origin = await desk.test.listen()
})
afterAll(() => desk.close())
beforeEach(async () => {
  desk.meta.templates.splice(0)
  desk.meta.refusals.clear()
  await desk.test.deps.db.system((tx) => tx.db.delete(whatsappTemplates))
  // All cached lists are expired.
  desk.test.advance(61_000)
})

const template = (name: string, more: Partial<MetaTemplate> = {}): MetaTemplate => {
  const made = {
    name,
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: `Sobre ${name}` }],
    ...more,
  }
  desk.meta.templates.push(made)
  return made
}
const listed = async () => (await desk.staff.call(listWhatsappTemplates, { params: { id: desk.number.id } })).data.templates
const one = async (name: string) => (await listed()).find((found) => found.name === name)
/** Returns the server's time in seconds. */
const now = () => Math.floor(desk.test.deps.clock.now().getTime() / 1_000)
/** Delivers a webhook event of the account, in which ids are numbers with all digits. */
const tell = (field: string, of: MetaTemplate, value: object, at = now() + 1) => {
  const said = {
    message_template_name: of.name,
    message_template_language: of.language,
    message_template_id: 'THE_ID',
    ...value,
  }
  const body = JSON.stringify(buildAccountWebhook(desk.number.wabaId, field, said, at)).replace('"THE_ID"', String(of.id))
  return deliverTestWebhook(desk.test, body)
}

describe('templates of a number', () => {
  it('TPL-06 are all of its account’s, in whatever state, with Meta’s reason in words and an id of every digit', async () => {
    template('bom', { quality_score: { score: 'GREEN' } })
    template('espera', { status: 'PENDING' })
    template('recusado', { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT', category: 'MARKETING' })
    template('novo_motivo', { status: 'REJECTED', rejected_reason: 'INVENTED_TOMORROW' })
    const found = await listed()
    expect(found.map(({ name, status, reason, quality }) => [name, status, reason, quality])).toEqual([
      ['bom', 'APPROVED', null, 'GREEN'],
      ['espera', 'PENDING', null, null],
      ['novo_motivo', 'REJECTED', 'INVENTED_TOMORROW', null],
      ['recusado', 'REJECTED', 'o formato é inválido', null],
    ])
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(desk.meta.templates.map(({ id }) => id)))
    expect(BigInt(found[0]?.id ?? 0)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
    expect(found[0]?.components).toEqual([{ type: 'BODY', text: 'Sobre bom' }])
  })

  it('TPL-04 follow what Meta tells within 2 s, and whoever has the list open is told', async () => {
    const made = template('retomar', { status: 'PENDING' })
    await listed()
    const watcher = await openTestSocket(origin, desk.staff)
    await watcher.send('join_user_room', { userId: desk.tenant.staff.id, tenantId: desk.tenant.tenantId })
    const heard = watcher.hear('channel_updated')
    const before = Date.now()
    await tell('message_template_status_update', made, { event: 'APPROVED', reason: 'NONE' })
    expect(await heard).toMatchObject({ accountId: desk.number.id, status: 'ok' })
    expect(await one('retomar')).toMatchObject({ status: 'APPROVED', reason: null })
    expect(Date.now() - before).toBeLessThan(2_000)
    watcher.close()
    // Meta’s own sample uses another field here, so the properties determine the kind.
    const quality = { previous_quality_score: 'GREEN', new_quality_score: 'RED' }
    await tell('message_template_status_update', made, quality)
    expect(await one('retomar')).toMatchObject({ status: 'APPROVED', quality: 'RED' })
  })

  it('TPL-04 come to the same state in whatever order, and however often, Meta tells', async () => {
    const made = template('retomar')
    await listed()
    const at = now() + 300
    const news = [
      ['REJECTED', { reason: 'SCAM', rejection_info: { reason: 'Looks like a scam', recommendation: 'Say who you are' } }, 0],
      ['APPROVED', { reason: 'NONE' }, 10],
      ['PAUSED', { other_info: { title: 'FIRST_PAUSE', description: 'x' } }, 20],
    ] as const
    for (const [event, more, after] of [...news].reverse().concat(news))
      await tell('message_template_status_update', made, { event, ...more }, at + after)
    expect(await one('retomar')).toMatchObject({
      status: 'PAUSED',
      reason: 'muitas pessoas bloquearam ou denunciaram',
      paused_until: new Date((at + 20) * 1_000 + 3 * 3_600_000).toISOString(),
    })
    await tell('message_template_status_update', made, { event: 'APPROVED', other_info: { title: 'UNPAUSED' } }, at + 30)
    expect(await one('retomar')).toMatchObject({ status: 'APPROVED', reason: null, paused_until: null })
    const refusal = { event: 'REJECTED', reason: 'SCAM', rejection_info: { recommendation: 'Say who you are' } }
    await tell('message_template_status_update', made, refusal, at + 40)
    expect(await one('retomar')).toMatchObject({ reason: 'parece um golpe (“Say who you are”)' })
  })

  it('TPL-05 say beforehand that Meta moves them to another category, and stop saying so when it has', async () => {
    const made = template('retomar')
    await listed()
    const at = now() + 300
    const coming = { new_category: 'UTILITY', correct_category: 'MARKETING' }
    await tell('template_category_update', made, coming, at)
    expect(await one('retomar')).toMatchObject({
      category: 'UTILITY',
      next_category: 'MARKETING',
      next_category_at: new Date(at * 1_000 + 86_400_000).toISOString(),
    })
    await tell('template_category_update', made, { ...coming, category_update_timestamp: at + 7_200 }, at + 5)
    expect(await one('retomar')).toMatchObject({ next_category_at: new Date((at + 7_200) * 1_000).toISOString() })
    await tell('template_category_update', made, { previous_category: 'UTILITY', new_category: 'MARKETING' }, at + 10)
    expect(await one('retomar')).toMatchObject({ category: 'MARKETING', next_category: null, next_category_at: null })
  })

  it('TPL-04 are read from Meta anew where it alone knows what changed: new wording, a template made elsewhere; and go with a deletion', async () => {
    const made = template('retomar')
    const gone = template('velho')
    await listed()
    made.components = [{ type: 'BODY', text: 'Outro texto' }]
    await tell('message_template_components_update', made, { message_template_element: 'Outro texto' })
    expect((await one('retomar'))?.components).toEqual([{ type: 'BODY', text: 'Outro texto' }])
    const elsewhere = template('de_fora', { id: '806312974732579', status: 'PENDING' })
    await tell('message_template_status_update', elsewhere, { event: 'PENDING' })
    expect(await one('de_fora')).toMatchObject({ id: '806312974732579', status: 'PENDING' })
    await tell('message_template_status_update', gone, { event: 'DELETED' })
    expect(await one('velho')).toBeUndefined()
    // A template that was deleted at Meta without an event.
    desk.meta.templates.splice(0, 1)
    desk.test.advance(61_000)
    expect((await listed()).map(({ name }) => name)).not.toContain('retomar')
  })

  it('stand as they were last known while Meta does not answer, and go with the account’s last number', async () => {
    template('retomar')
    await listed()
    desk.test.advance(61_000)
    desk.meta.cut = (what) => what === 'message_templates'
    expect(await listed()).toHaveLength(1)
    desk.meta.cut = () => false
    desk.meta.refusals.set('message_templates', 190)
    expect(await desk.staff.refused(listWhatsappTemplates, { params: { id: desk.number.id } })).toMatchObject({ status: 400 })
    desk.meta.refusals.clear()
    const other = await linkTestNumber(desk.test, desk.meta, desk.tenant)
    await desk.staff.call(listWhatsappTemplates, { params: { id: other.id } })
    await desk.staff.call(deleteWhatsappNumber, { params: { id: other.id } })
    const left = await desk.test.deps.db.system((tx) =>
      tx.db.select().from(whatsappTemplates).where(eq(whatsappTemplates.wabaId, other.wabaId)),
    )
    expect(left).toEqual([])
    expect(await listed()).toHaveLength(1)
  })

  it('TPL-06 of an account whose last number goes while Meta lists them are not kept, nor is what was on its way to Meta', async () => {
    template('retomar')
    const { id, wabaId } = await linkTestNumber(desk.test, desk.meta, desk.tenant)
    const onItsWay = { tenantId: desk.tenant.tenantId, numberId: id, content: 'a'.repeat(64), uploadId: 'upload:1', handle: null }
    await desk.test.deps.db.system((tx) => tx.db.insert(headerExamples).values(onItsWay))
    desk.meta.cut = async (what) => {
      desk.meta.cut = () => false
      if (what === 'message_templates') await desk.staff.call(deleteWhatsappNumber, { params: { id } })
      return false
    }
    await desk.staff.call(listWhatsappTemplates, { params: { id } })
    const kept = await desk.test.deps.db.system(async (tx) => [
      await tx.db.$count(whatsappTemplates, eq(whatsappTemplates.wabaId, wabaId)),
      await tx.db.$count(templateReadings, eq(templateReadings.wabaId, wabaId)),
      await tx.db.$count(headerExamples, eq(headerExamples.numberId, id)),
    ])
    expect(kept).toEqual([0, 0, 0])
  })
})

describe('in a conversation', () => {
  it('TPL-06 one that is paused, switched off or refused stands after the others with Meta’s reason, and cannot be sent', async () => {
    for (const [name, status] of [
      ['a_pausado', 'PAUSED'],
      ['b_desativado', 'DISABLED'],
      ['c_recusado', 'REJECTED'],
      ['d_espera', 'PENDING'],
      ['e_bom', 'APPROVED'],
    ] as const)
      template(name, { status })
    const { leadId, conversationId } = await desk.newPlace()
    const params = { leadId, conversationId }
    const { templates } = (await desk.staff.call(listTemplates, { params })).data
    expect(templates.map(({ name, unsupported }) => [name, unsupported])).toEqual([
      ['e_bom', null],
      ['a_pausado', 'A Meta pausou este modelo: muitas pessoas bloquearam ou denunciaram.'],
      ['b_desativado', 'A Meta desativou este modelo: muitas pessoas bloquearam ou denunciaram, mais de uma vez.'],
      ['c_recusado', 'A Meta recusou este modelo: a Meta não disse o motivo.'],
    ])
    for (const { name, unsupported } of templates.slice(1))
      expect(await desk.staff.refused(sendTemplate, { params, body: { name, language: 'pt_BR' } })).toMatchObject({
        status: 400,
        message: unsupported,
      })
    // The event arrives while a user chooses: a request with the outdated list is rejected.
    const good = desk.meta.templates.at(-1)
    if (good) await tell('message_template_status_update', good, { event: 'PAUSED' })
    expect(await desk.staff.refused(sendTemplate, { params, body: { name: 'e_bom', language: 'pt_BR' } })).toMatchObject({
      status: 400,
      message: expect.stringContaining('A Meta pausou este modelo'),
    })
  })
})
