import * as calls from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSiteDouble, type SiteDouble } from '../../../testing/doubles/site/site-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { createSiteWebClient } from '../../../testing/worlds/site-web-client.ts'
import { handleReadSourceJob } from './read-source-job.ts'
import { handleRefreshSourceJob } from './schedule-source-reading.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let site: SiteDouble
beforeAll(async () => {
  site = await openSiteDouble()
  test = await startTestApp()
  test.deps.webFetcher = createSiteWebClient(site, 'www.site.test')
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(async () => {
  await test.close()
  await site.close()
})

/** Returns a URL with a host name, like those of real pages. */
const served = (path: string): string => `http://www.site.test${path}`
const settled = (id: string) =>
  waitUntil(
    async () => (await staff.call(calls.getSource, { params: { id } })).data,
    ({ state }) => state !== 'reading',
  )
type Given = CallBody<typeof calls.createSource>
const add = async (body: Given) => settled((await staff.call(calls.createSource, { body })).data._id)
const ask = async (question: string) => (await staff.call(calls.previewKnowledgeAnswer, { body: { question } })).data.said
/** Returns the job that waits to refresh the source, and its due time in hours from now. */
const waiting = async (id: string) => {
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`
      SELECT data, round(extract(epoch FROM start_after - now()) / 3600)::int AS hours FROM pgboss.job
      WHERE name = 'refresh-source' AND state = 'created' AND data->>'sourceId' = ${id}`),
  )
  return rows.map(({ data, hours }) => ({ job: data as Parameters<typeof handleRefreshSourceJob>[1], hours }))
}

const PAGE = (opens: string) => `<!doctype html><html><head><title>Clube</title><style>p{}</style></head><body>
  <header><p>Entre no clube da Aurora agora mesmo!</p></header><nav><a href="/">Início</a></nav>
  <main><h2>Horários</h2><p>A quadra de tênis abre às ${opens}.</p><ul><li>Raquetes na recepção</li><li>Bolas à venda</li></ul></main>
  <form><p>Assine a newsletter do clube</p></form><footer><p>Rua Harmonia, 480</p></footer><script>alert(1)</script></body></html>`

describe('a source of a page', () => {
  it('says what the page says, under its headings, and nothing of what stands around it', async () => {
    site.page('/clube', PAGE('7h'))
    const source = await add({ kind: 'page', title: 'Clube', url: `${served('/clube')}#horarios` })
    expect(source).toMatchObject({ state: 'ready', kind: 'page', url: served('/clube'), refresh: 'never', error: null })
    const { passages } = (await staff.call(calls.listPassages, { params: { id: source._id } })).data
    expect(passages.map(({ place, text }) => [place, text])).toEqual([
      ['Horários', 'A quadra de tênis abre às 7h.'],
      ['Horários', '• Raquetes na recepção\n• Bolas à venda'],
    ])
    expect(await ask('que horas abre a quadra de tênis?')).toBe('A quadra de tênis abre às 7h.')
    expect(await waiting(source._id)).toEqual([])
    const again = { kind: 'page' as const, title: 'De novo', url: served('/clube') }
    expect(await staff.refused(calls.createSource, { body: again })).toMatchObject({
      status: 409,
      fieldErrors: { url: 'Esta página já está no conhecimento: “Clube”.' },
    })
  })

  it('is read again when somebody asks, and by itself each day or each week @wide', async () => {
    site.page('/agenda', PAGE('8h'))
    const { _id: id } = await add({ kind: 'page', title: 'Agenda', url: served('/agenda'), refresh: 'daily' })
    const params = { id }
    expect(await waiting(id)).toMatchObject([{ hours: 24, job: { revision: 0 } }])
    site.page('/agenda', PAGE('9h'))
    await staff.call(calls.refreshSource, { params })
    await settled(id)
    expect((await staff.call(calls.listPassages, { params })).data.passages[0]?.text).toBe('A quadra de tênis abre às 9h.')
    const [next, ...more] = await waiting(id)
    expect(more).toEqual([])
    expect(next).toMatchObject({ hours: 24, job: { revision: 1 } })

    // When it is due, the page is read and the next refresh scheduled. A job of an earlier revision reads nothing.
    site.page('/agenda', PAGE('10h'))
    if (!next) throw new Error('nothing waits')
    await handleRefreshSourceJob(test.deps, { ...next.job, revision: 0 })
    expect(await settled(id)).toMatchObject({ state: 'ready' })
    expect(site.asked.filter((asked) => asked.endsWith('/agenda'))).toHaveLength(2)
    await handleRefreshSourceJob(test.deps, next.job)
    await settled(id)
    expect((await staff.call(calls.listPassages, { params })).data.passages[0]?.text).toBe('A quadra de tênis abre às 10h.')

    await staff.call(calls.updateSource, { params, body: { refresh: 'weekly' } })
    const [weekly] = await waiting(id)
    expect(weekly).toMatchObject({ hours: 168, job: { revision: 2 } })
    await staff.call(calls.updateSource, { params, body: { refresh: 'never' } })
    await handleRefreshSourceJob(test.deps, weekly?.job ?? next.job)
    expect(await settled(id)).toMatchObject({ state: 'ready', refresh: 'never' })
    expect(site.asked.filter((asked) => asked.endsWith('/agenda'))).toHaveLength(3)
  })

  it('that is away says so, is asked again, and is answered from as it was', async () => {
    site.page('/taxas', PAGE('11h'))
    const { _id: id } = await add({ kind: 'page', title: 'Taxas', url: served('/taxas'), refresh: 'weekly' })
    site.page('/taxas', (_request, response) => void response.writeHead(503).end())
    await staff.call(calls.refreshSource, { params: { id } })
    expect(await settled(id)).toMatchObject({ state: 'failed', error: 'O site não deu a página (respondeu 503).', passages: 2 })
    expect(await waiting(id)).toMatchObject([{ hours: 168 }])
    expect((await staff.call(calls.listPassages, { params: { id } })).data.passages).toHaveLength(2)
  })

  it('that cannot be read whatever is done says so at its last attempt, and is asked again', async () => {
    site.page('/obras', PAGE('12h'))
    const { _id: id } = await add({ kind: 'page', title: 'Obras', url: served('/obras'), refresh: 'daily' })
    await test.deps.db.tenant(tenant.tenantId, async (tx) => {
      await tx.db.execute(sql`UPDATE knowledge_sources SET state = 'reading', revision = 7 WHERE id = ${id}`)
      await tx.db.execute(sql`DELETE FROM pgboss.job WHERE name = 'refresh-source' AND data->>'sourceId' = ${id}`)
    })
    const web = { fetch: () => Promise.reject(new Error('nothing is reached')) }
    const attempt = (failures: number) =>
      handleReadSourceJob(
        { ...test.deps, webFetcher: web },
        test.app.modules.files,
        { tenantId: tenant.tenantId, sourceId: id, revision: 7 },
        failures,
      )
    await expect(attempt(16)).rejects.toThrow('nothing is reached')
    expect((await staff.call(calls.getSource, { params: { id } })).data.state).toBe('reading')
    await attempt(17)
    expect((await staff.call(calls.getSource, { params: { id } })).data).toMatchObject({
      state: 'failed',
      error: 'Não foi possível ler esta fonte. Tente de novo mais tarde.',
      passages: 2,
    })
    expect(await waiting(id)).toMatchObject([{ hours: 24, job: { revision: 7 } }])
  })

  it.each([
    ['/vazia', '<nav><p>Só um menu</p></nav>', 'A página não tem texto que se possa ler.'],
    ['/grande', `<p>${'Muito texto. '.repeat(200_000)}</p>`, 'A página passa de 2 MB.'],
    ['/nenhuma', null, 'O site não deu a página (respondeu 404).'],
  ])('says why %s cannot be read', async (path, html, error) => {
    if (html !== null) site.page(path, html)
    expect(await add({ kind: 'page', title: path, url: served(path) })).toMatchObject({ state: 'failed', error })
  })

  it('KNOW-14 is refused by its form at once, and by where it leads when it is read', async () => {
    const refused = async (url: string) =>
      (await staff.refused(calls.createSource, { body: { kind: 'page', title: 'Nada', url } })).fieldErrors
    expect(await refused('ftp://exemplo.com.br')).toEqual({ url: expect.stringContaining('Escreva o endereço') })
    expect(await refused('https://ana:senha@exemplo.com.br')).toEqual({ url: 'O endereço não pode ter usuário nem senha.' })
    expect(await refused('https://exemplo.com.br:9200')).toEqual({ url: 'Este endereço não é público.' })
    expect(await refused(' ')).toEqual({ url: 'Escreva o endereço da página.' })
    for (const url of ['http://169.254.169.254/latest/meta-data/', 'http://2130706434/', 'http://[::ffff:7f00:2]/'])
      expect(await add({ kind: 'page', title: url, url })).toMatchObject({
        state: 'failed',
        error: 'Este endereço não é público.',
      })
  })
})
