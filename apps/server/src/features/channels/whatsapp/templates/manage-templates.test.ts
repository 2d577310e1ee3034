import { listAudit } from '@prosa/contract/calls/organisation/audit'
import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  updateWhatsappTemplate,
} from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import type { TemplateDraft } from '@prosa/contract/rules/whatsapp/template-draft'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whatsappTemplates } from '../../../../platform/database/schema/whatsapp/templates.ts'
import { buildAccountWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createJpegFile, uploadFile } from '../../../../testing/files/upload-file.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())
beforeEach(() => {
  desk.meta.cut = () => false
})

let count = 0
const draft = (change: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: `modelo_${++count}`,
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  body: { text: 'Oi {{1}}, a visita é {{2}}.', examples: ['Ana', 'sexta'] },
  footer: 'Aurora Imóveis',
  buttons: [],
  ...change,
})
const params = () => ({ id: desk.number.id })
const create = async (body: TemplateDraft) => (await desk.staff.call(createWhatsappTemplate, { params: params(), body })).data
const refused = (body: TemplateDraft) => desk.staff.refused(createWhatsappTemplate, { params: params(), body })
const atMeta = (name: string) => desk.meta.templates.find((template) => template.name === name)
const approve = (id: string) => {
  const template = desk.meta.templates.find((one) => one.id === id)
  if (template) template.status = 'APPROVED'
  const said = { event: 'APPROVED', message_template_id: id, message_template_name: 'x', message_template_language: 'pt_BR' }
  return deliverTestWebhook(desk.test, buildAccountWebhook(desk.number.wabaId, 'message_template_status_update', said))
}
describe('writing a template', () => {
  it('TPL-02 brings it to Meta as Meta keeps it, and it stands in the list under review', async () => {
    const made = await create(
      draft({
        header: { kind: 'text', text: 'Pedido {{1}}', example: '42' },
        buttons: [
          { type: 'QUICK_REPLY', text: 'Sim' },
          { type: 'URL', text: 'Abrir', url: 'https://aurora.example/{{1}}', example: 'abc' },
          { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140001234' },
          { type: 'COPY_CODE', text: '', example: 'VOLTE10' },
        ],
      }),
    )
    expect(made).toMatchObject({ status: 'PENDING', category: 'UTILITY', reason: null })
    expect(atMeta(made.name)).toMatchObject({
      id: made.id,
      language: 'pt_BR',
      parameter_format: 'positional',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['42'] } },
        { type: 'BODY', text: 'Oi {{1}}, a visita é {{2}}.', example: { body_text: [['Ana', 'sexta']] } },
        { type: 'FOOTER', text: 'Aurora Imóveis' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Sim' },
            { type: 'URL', text: 'Abrir', url: 'https://aurora.example/{{1}}', example: ['abc'] },
            { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140001234' },
            { type: 'COPY_CODE', example: 'VOLTE10' },
          ],
        },
      ],
    })
    const { templates } = (await desk.staff.call(listWhatsappTemplates, { params: params() })).data
    expect(templates.find(({ id }) => id === made.id)).toEqual(made)
    const named = await create(draft({ body: { text: 'Oi {{nome}}, tudo bem?', examples: ['Ana'] } }))
    expect(atMeta(named.name)).toMatchObject({
      parameter_format: 'named',
      components: [{ example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] } }, { type: 'FOOTER' }],
    })
  })

  it('TPL-02 may have a place on a map for its header, of which Meta wants no example', async () => {
    const made = await create(draft({ header: { kind: 'location' } }))
    expect(atMeta(made.name)?.components[0]).toEqual({ type: 'HEADER', format: 'LOCATION' })
  })

  it('TPL-02 is refused before Meta is asked, each thing at its field, and a name once in a language', async () => {
    const before = desk.meta.templates.length
    const wrong = draft({
      name: 'Com Maiúscula',
      body: { text: '{{1}} oi', examples: [] },
      buttons: [{ type: 'QUICK_REPLY', text: '' }],
    })
    const { status, fieldErrors } = await refused(wrong)
    expect([status, Object.keys(fieldErrors ?? {})]).toEqual([400, ['name', 'body.text', 'body.examples.0', 'buttons.0.text']])
    expect(desk.meta.templates).toHaveLength(before)
    const made = await create(draft())
    expect(await refused(draft({ name: made.name }))).toMatchObject({
      status: 409,
      fieldErrors: { name: 'Já existe um modelo com este nome e idioma.' },
    })
    expect(await create(draft({ name: made.name, language: 'en_US' }))).toMatchObject({ language: 'en_US' })
  })

  it('TPL-02 is changed whole and goes back under review; of an approved one the category stays', async () => {
    const { id, name } = await create(draft())
    const { name: _name, language: _language, ...content } = draft({ body: { text: 'Outro texto.', examples: [] }, footer: null })
    const change = (body: typeof content) => ({ params: { ...params(), templateId: id }, body })
    expect(await desk.staff.refused(updateWhatsappTemplate, change(content))).toMatchObject({ status: 409 })
    await approve(id)
    expect(await desk.staff.refused(updateWhatsappTemplate, change({ ...content, category: 'MARKETING' }))).toMatchObject({
      fieldErrors: { category: 'A categoria de um modelo aprovado não muda.' },
    })
    const changed = (await desk.staff.call(updateWhatsappTemplate, change(content))).data
    expect(changed).toMatchObject({ id, name, status: 'PENDING', components: [{ type: 'BODY', text: 'Outro texto.' }] })
    expect(atMeta(name)).toMatchObject({ status: 'PENDING', components: [{ type: 'BODY', text: 'Outro texto.' }] })
  })

  it('TPL-02 stays deleted where Meta told so while it was changed, and that it was changed is in the audit', async () => {
    const { id, name } = await create(draft())
    await approve(id)
    const { name: _name, language: _language, ...content } = draft()
    const said = { event: 'DELETED', message_template_id: id, message_template_name: name, message_template_language: 'pt_BR' }
    desk.meta.cut = async (what) => {
      if (what === 'changed') {
        desk.meta.templates.splice(
          desk.meta.templates.findIndex((one) => one.id === id),
          1,
        )
        await deliverTestWebhook(desk.test, buildAccountWebhook(desk.number.wabaId, 'message_template_status_update', said))
      }
      return false
    }
    const change = { params: { ...params(), templateId: id }, body: content }
    expect(await desk.staff.refused(updateWhatsappTemplate, change)).toMatchObject({ status: 404 })
    const kept = await desk.test.deps.db.system((tx) =>
      tx.db.select().from(whatsappTemplates).where(eq(whatsappTemplates.id, id)),
    )
    expect(kept).toEqual([])
    const { rows } = (await desk.staff.call(listAudit, { query: { subject: desk.number.id } })).data
    expect(rows.find(({ subject }) => subject?.label === name)?.action).toBe('template.changed')
  })

  it('is deleted by its id, which leaves its other languages, also when Meta has deleted it before; all of it is in the audit', async () => {
    const made = await create(draft())
    const other = await create(draft({ name: made.name, language: 'es' }))
    const remove = (templateId: string) => ({ params: { ...params(), templateId } })
    await desk.staff.call(deleteWhatsappTemplate, remove(made.id))
    expect(desk.meta.templates.filter(({ name }) => name === made.name).map(({ id }) => id)).toEqual([other.id])
    expect(await desk.staff.refused(deleteWhatsappTemplate, remove(made.id))).toMatchObject({ status: 404 })
    desk.meta.templates.splice(
      desk.meta.templates.findIndex(({ id }) => id === other.id),
      1,
    )
    await desk.staff.call(deleteWhatsappTemplate, remove(other.id))
    const { rows } = (await desk.staff.call(listAudit, { query: { subject: desk.number.id } })).data
    expect(rows.filter(({ subject }) => subject?.label === made.name).map(({ action }) => action)).toEqual([
      'template.deleted',
      'template.deleted',
      'template.created',
      'template.created',
    ])
  })

  it('says in words what Meta refuses beyond our rules, and reads anew what may have been done after a cut', async () => {
    desk.meta.refuseNext = 2_388_293
    expect(await refused(draft())).toMatchObject({
      status: 400,
      fieldErrors: { 'body.text': expect.stringMatching(/^Há campos demais/) },
    })
    desk.meta.refuseNext = 1_234_567
    expect(await refused(draft())).toMatchObject({
      status: 400,
      message: 'A Meta não aceitou o modelo: “The double refuses this template (1234567).”',
    })
    desk.meta.cut = (what) => what === 'created'
    const lost = draft()
    expect(await refused(lost)).toMatchObject({ status: 503 })
    desk.meta.cut = () => false
    const { templates } = (await desk.staff.call(listWhatsappTemplates, { params: params() })).data
    expect(templates.map(({ name }) => name)).toContain(lost.name)
    expect(await refused(lost)).toMatchObject({ status: 409 })
  })
})

describe('the example of a header', () => {
  const withFile = async (bytes: Buffer, name: string) => {
    const file_id = await uploadFile(desk.staff, bytes, name)
    return draft({ header: { kind: 'image', file_id } })
  }

  it('TPL-03 goes to Meta in one piece, goes on after each cut from where Meta has it, and gives the handle', async () => {
    const bytes = createJpegFile(400_000, 1)
    const { header, ...rest } = await withFile(bytes, 'fachada.jpg')
    // A header text that was entered before a file was chosen is ignored.
    const wanted = { ...rest, header: header && { ...header, text: 'Oi {{nome}}' } }
    desk.meta.exampleCuts.push(100_000, 50_000)
    const made = await create(wanted)
    const [example] = [...desk.meta.examples.values()].slice(-1)
    expect(example).toMatchObject({ filename: 'fachada.jpg', mimeType: 'image/jpeg', length: bytes.length })
    expect(example?.bytes.equals(bytes)).toBe(true)
    expect(example?.tries.map(({ offset }) => offset)).toEqual([0, 100_000, 150_000])
    expect(example?.tries.reduce((sum, { bytes: came }) => sum + came, 0)).toBe(bytes.length)
    expect(atMeta(made.name)).toMatchObject({ parameter_format: 'positional' })
    expect(made.components[0]).toEqual({ type: 'HEADER', format: 'IMAGE', example: { header_handle: [example?.handle] } })
  })

  it('TPL-03 goes on in a later try too, and what is there already does not travel again', async () => {
    const bytes = createJpegFile(300_000, 2)
    const wanted = await withFile(bytes, 'planta.jpg')
    desk.meta.exampleCuts.push(...Array.from({ length: 5 }, () => 10_000))
    expect(await refused(wanted)).toMatchObject({ status: 503 })
    const before = desk.meta.examples.size
    await create(wanted)
    const [example] = [...desk.meta.examples.values()].slice(-1)
    expect(desk.meta.examples.size).toBe(before)
    expect(example?.tries.at(-1)?.offset).toBe(50_000)
    await create({ ...wanted, name: 'outro_com_a_mesma_planta' })
    expect(desk.meta.examples.size).toBe(before)
    // Meta no longer knows the upload of another file, so it is started again.
    const other = await withFile(createJpegFile(200_000, 3), 'outra.jpg')
    desk.meta.exampleCuts.push(...Array.from({ length: 5 }, () => 1_000))
    await refused(other)
    desk.meta.examples.delete([...desk.meta.examples.keys()].at(-1) ?? '')
    expect(await create(other)).toMatchObject({ status: 'PENDING' })
  })

  it('TPL-03 is somebody’s own file, of the kind that the header is', async () => {
    const file_id = await uploadFile(desk.staff, Buffer.from('um texto'), 'texto.txt')
    expect(await refused(draft({ header: { kind: 'video', file_id } }))).toMatchObject({ status: 400 })
    const theirs = await uploadFile(await desk.test.client(desk.tenant.admin.phone), Buffer.from('outro texto'), 'texto.txt')
    expect(await refused(draft({ header: { kind: 'document', file_id: theirs } }))).toMatchObject({ status: 404 })
  })
})
