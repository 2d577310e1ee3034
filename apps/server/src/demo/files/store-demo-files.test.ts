import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { buildDemoAgentId, DEMO_ACCOUNTS, DEMO_PASSWORD } from '../accounts.ts'
import { seedDemo } from '../seeding/seed-demo.ts'
import { createDemoFile } from './store-demo-files.ts'

describe('a file of the demo', () => {
  it.each([
    ['image', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['audio', Buffer.from('OggS')],
    ['document', Buffer.from('%PDF-1.4')],
  ])('of the kind %s is one, small, and the same every time', (kind, beginning) => {
    const file = createDemoFile(kind, 'Olha a mancha')
    expect(file?.subarray(0, beginning.length)).toEqual(beginning)
    expect(file?.length).toBeLessThan(20_000)
    expect(createDemoFile(kind, 'Olha a mancha')).toEqual(file)
  })

  it('stands behind no text, place or contact', () => {
    for (const kind of ['text', 'location', 'contact']) expect(createDemoFile(kind, 'x')).toBeNull()
  })
})

describe('the demo on a server', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-demo-'))
  let test: TestApp

  beforeAll(async () => {
    test = await startTestApp({ DATA_DIR: dataDir })
    // Seeds twice, as two processes that start together would.
    await Promise.all([seedDemo(test.deps), seedDemo(test.deps)])
  })
  afterAll(async () => {
    await test.close()
    rmSync(dataDir, { recursive: true })
  })

  it('is there once', async () => {
    const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT count(*)::int AS count FROM tenants`))
    expect(rows).toEqual([{ count: DEMO_ACCOUNTS.length }])
  })

  const clientOf = async (phone: string) => {
    const client = await test.client()
    await client.signIn(phone, DEMO_PASSWORD)
    return client
  }

  /** Returns all messages of the agents of Aurora as its staff can see them. */
  const auroraSaid = async () => {
    const staff = await clientOf('+5511900000001')
    const said: Message[] = []
    for (const agent of [1, 2, 3]) {
      const { data } = await staff.call(listConversations, {
        params: { agentId: buildDemoAgentId(1, agent) },
        query: { limit: '50' },
      })
      for (const { lead_id: leadId, _id: conversationId } of data.conversations) {
        const place = { params: { leadId, conversationId }, query: { limit: '100' } }
        said.push(...(await staff.call(getConversation, place)).data.history)
      }
    }
    return { staff, said }
  }

  it('shows an answer to a message that is there, a reaction of the team, and an advertisement with its picture', async () => {
    const { staff, said } = await auroraSaid()
    const ids = new Set(said.map(({ message_id: id }) => id))
    const answers = said.filter(({ reply_to: to }) => to)
    expect(answers.length).toBeGreaterThan(0)
    for (const { reply_to: to, manual } of answers) expect([ids.has(to?.message_id ?? ''), manual]).toEqual([true, true])
    const reacted = said.filter(({ our_reaction: ours }) => ours)
    expect(reacted.length).toBeGreaterThan(0)
    for (const { role, our_reaction: ours } of reacted)
      expect([role, ours]).toEqual(['humano', { emoji: expect.any(String), person: expect.any(String) }])
    const [advertised] = said.filter(({ ad }) => ad)
    expect(advertised?.ad).toMatchObject({ headline: expect.stringMatching(/^Apartamento/), picture: expect.any(String) })
    expect((await staff.raw({ method: 'GET', url: advertised?.ad?.picture ?? '' })).statusCode).toBe(200)
  })

  it('VIEW-36 serves every file of a message to its tenant, and to no other', async () => {
    const { staff, said } = await auroraSaid()
    const stranger = await clientOf('+5521900000001')
    const files = said.filter(({ type }) => createDemoFile(type ?? 'text', '') !== null)
    expect(new Set(files.map(({ type }) => type))).toEqual(new Set(['image', 'audio', 'document']))
    for (const { message_id: id, attachment } of files) {
      expect(attachment?.url).toBe(`/api/media/${id}`)
      const answer = await staff.raw({ method: 'GET', url: attachment?.url ?? '' })
      expect([answer.statusCode, Number(answer.headers['content-length'])]).toEqual([200, attachment?.size])
      expect(attachment?.mime_type).toContain(String(answer.headers['content-type']))
      expect((await stranger.raw({ method: 'GET', url: attachment?.url ?? '' })).statusCode).toBe(404)
    }
  })
})
