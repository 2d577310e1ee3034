import { getPhoneForms } from '@prosa/contract/rules/phone-numbers/phone'
import { desc, like, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/harness/database/test-database.ts'
import { createDatabase, type Database } from '../database.ts'
import { agents, leads } from '../schema/conversations/conversations.ts'
import { tenants } from '../schema/organisation/tenants.ts'
import { buildLeadPhoneCondition, buildLeadSearchCondition } from './lead-search.ts'

/** Number of leads: with fewer, reading all of them is cheaper than any index. */
const MANY = 30_000
const mine = uuid()
const theirs = uuid()
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const opened = await openTestDatabase()
  ;({ drop } = opened)
  db = createDatabase(opened.driver, { publish: () => {} })
  await db.system(async (tx) => {
    for (const id of [mine, theirs]) {
      await tx.db.insert(tenants).values({ id, name: id, domain: `${id}.test` })
      await tx.db.insert(agents).values({ tenantId: id, id, name: 'Clara', type: 'SDR' })
    }
    await tx.db.execute(sql`
      INSERT INTO leads (tenant_id, id, agent_id, name, company, phone)
      SELECT ${mine}::uuid, gen_random_uuid(), ${mine}::uuid, 'Pessoa ' || n, 'Loja ' || n, '+5521' || (980000000 + n)
      FROM generate_series(1, ${MANY}::int) n`)
    const people = [
      { name: 'João Gonçalves', company: 'Padaria São Bento', phone: '+5511987981234' },
      { name: 'Ana Paula', company: '100% Natural', phone: '+5521998798123' },
      { name: 'Ana_Clara \\ Reis', company: '31-7777 Serviços', phone: null },
      { name: 'Com Nono', company: '', phone: '+5531994561234' },
      { name: 'Sem Nono', company: '', phone: '+553171234567' },
    ]
    for (const tenantId of [mine, theirs])
      await tx.db.insert(leads).values(people.map((person) => ({ tenantId, id: uuid(), agentId: tenantId, ...person })))
  })
  // Runs as the owner what autovacuum would do: the planner depends on statistics and on the index's pending list.
  await opened.driver.transaction('SET LOCAL ROLE NONE', async (owner) => {
    await owner.execute(sql`SELECT gin_clean_pending_list('leads_search')`)
    await owner.execute(sql`ANALYZE leads`)
  })
})
afterAll(async () => {
  await db.close()
  await drop()
})

const find = (text: string, by = buildLeadSearchCondition) =>
  db.tenant(mine, async (tx) => {
    const rows = await tx.db.select({ name: leads.name, tenantId: leads.tenantId }).from(leads).where(by(text)).limit(5)
    expect(rows.every(({ tenantId }) => tenantId === mine)).toBe(true)
    return rows.map(({ name }) => name)
  })

it.each([
  ['joao', 'João Gonçalves'],
  ['JOÃO', 'João Gonçalves'],
  ['joa\u0303o', 'João Gonçalves'],
  ['goncal', 'João Gonçalves'],
  ['sao', 'João Gonçalves'],
  ['bento joão', 'João Gonçalves'],
  ['joao 9812', 'João Gonçalves'],
  ['7981234', 'João Gonçalves'],
  ['(11) 98798-1234', 'João Gonçalves'],
  ['100%', 'Ana Paula'],
  ['Ana_', 'Ana_Clara \\ Reis'],
  ['\\ rei', 'Ana_Clara \\ Reis'],
  ['31-7777', 'Ana_Clara \\ Reis'],
])('LIST-07 %s finds %s and nobody else', async (text, name) => {
  expect(await find(text)).toEqual([name])
})

it('finds among the newest by fewer than three letters or digits in a row, and looks at no more leads than those', async () => {
  // The matching leads were stored before the newest ones that are searched.
  expect(await find('jo')).toEqual([])
  const latest = {
    tenantId: mine,
    id: uuid(),
    agentId: mine,
    name: 'Zé Zu',
    company: 'Ão',
    createdAt: new Date(Date.now() + 1_000),
  }
  await db.tenant(mine, (tx) => tx.db.insert(leads).values(latest))
  for (const text of ['zu', 'ão', 'é z', 'z']) expect(await find(text)).toEqual(['Zé Zu'])
})

it('finds some of what more leads have than anybody reads, and the newest of them for certain', async () => {
  for (const text of ['pessoa', 'pessoa_', 'loja pessoa', '219'])
    await db.tenant(mine, async (tx) => {
      const found = tx.db.select({ id: leads.id }).from(leads).where(buildLeadSearchCondition(text))
      const { rows } = await tx.db.execute(sql`SELECT count(*) AS n FROM (${found}) AS found`)
      expect({ text, isBounded: Number(rows[0]?.n) <= 2 * 5_000 }).toEqual({ text, isBounded: true })
    })
  const latest = { tenantId: mine, id: uuid(), agentId: mine, name: 'Pessoa Última', createdAt: new Date(Date.now() + 2_000) }
  await db.tenant(mine, (tx) => tx.db.insert(leads).values(latest))
  await db.tenant(mine, async (tx) => {
    const rows = await tx.db
      .select({ name: leads.name })
      .from(leads)
      .where(buildLeadSearchCondition('pessoa'))
      .orderBy(desc(leads.createdAt))
      .limit(1)
    expect(rows).toEqual([{ name: 'Pessoa Última' }])
  })
})

it('takes wildcards literally, the wide ones of other scripts too, and finds nothing by half a word that is none', async () => {
  for (const text of ['Jo_o', 'J%o', 'J\uFF05o', 'joao 0000', 'joaquim']) expect(await find(text)).toEqual([])
})

it('LIST-07 looks for a phone in phones only, however it is written', async () => {
  expect(await find('98798-1234', buildLeadPhoneCondition)).toEqual(['João Gonçalves'])
  expect(await find('31-7777', buildLeadPhoneCondition)).toEqual([])
  expect(await find('joao', buildLeadPhoneCondition)).toEqual([])
})

it('LIST-07 finds a whole number by its end, and its beginning as well while it is being typed', async () => {
  for (const typed of ['987981234', '11987981234', '5511987981234', '55119879', '551198798123'])
    expect(await find(typed, buildLeadPhoneCondition)).toEqual(['João Gonçalves'])
  // Eight digits are ambiguous: they match the end of one number and the middle of another.
  expect(await find('98798123', buildLeadPhoneCondition)).toHaveLength(2)
  expect(await find('joao 987981234')).toEqual(['João Gonçalves'])
  expect(await find('ana 987981234')).toEqual([])
})

it.each([
  ['Sem Nono', ['31971234567', '5531971234567', '+55 (31) 97123-4567', '031 97123-4567', '3197123', '553197123456']],
  ['Sem Nono', ['3171234567', '71234567', '(31) 7123-4567', '\u202A+55 31 97123\u20114567\u202C']],
  ['Com Nono', ['3194561234', '553194561234', '+55 31 9456-1234', '(31) 9456-1234', '31945612', '0055 31 9456-1234']],
  ['Com Nono', ['31994561234', '94561234', '994561234', '+55 (31) 99456-1234']],
])('LIST-07 finds %s by the phone with and without the ninth digit, also partly typed', async (name, typed) => {
  for (const text of typed) {
    expect({ text, found: await find(text) }).toEqual({ text, found: [name] })
    expect({ text, found: await find(text, buildLeadPhoneCondition) }).toEqual({ text, found: [name] })
  }
})

it('keeps every form of a phone that getPhoneForms returns as a line of the searched text', async () => {
  const phones = ['+5531994561234', '+553171234567', '+553133445566', '+442079460958', '+5531', '5531994561234', 'x', '', null]
  for (const phone of phones)
    await db.tenant(mine, async (tx) => {
      const { rows } = await tx.db.execute(sql`SELECT prosa_lead_text('', '', ${phone}::text) AS text`)
      expect({ phone, lines: String(rows[0]?.text).split('\n').filter(Boolean) }).toEqual({ phone, lines: getPhoneForms(phone) })
    })
})

it('asks for nothing where nothing was typed', () => {
  expect(buildLeadSearchCondition('  ')).toBeUndefined()
})

it('goes to the index although row-level security is on, and never reads the whole table', async () => {
  const scansOfTable = (by: SQL | undefined) =>
    db.tenant(mine, async (tx) => {
      const scans = async () => {
        const { rows } = await tx.db.execute(sql`
          SELECT pg_stat_get_xact_numscans('leads_search'::regclass) AS index,
            pg_stat_get_xact_numscans('leads_phone_end'::regclass) AS phone_end, pg_stat_get_xact_numscans('leads'::regclass) AS whole`)
        return { index: Number(rows[0]?.index), phoneEnd: Number(rows[0]?.phone_end), whole: Number(rows[0]?.whole) }
      }
      const before = await scans()
      await tx.db.select({ id: leads.id }).from(leads).where(by)
      const after = await scans()
      return {
        index: after.index - before.index,
        phoneEnd: after.phoneEnd - before.phoneEnd,
        whole: after.whole - before.whole,
      }
    })
  expect(await scansOfTable(buildLeadSearchCondition('goncal'))).toEqual({ index: 1, phoneEnd: 0, whole: 0 })
  expect(await scansOfTable(buildLeadSearchCondition('987981234'))).toEqual({ index: 0, phoneEnd: 1, whole: 0 })
  expect(await scansOfTable(buildLeadSearchCondition('(11) 98798-1234'))).toMatchObject({ phoneEnd: 1, whole: 0 })
  // The same condition outside the owner's function scans the whole table, because LIKE is not leakproof.
  expect(await scansOfTable(like(leads.searchText, '%goncal%'))).toEqual({ index: 0, phoneEnd: 0, whole: 1 })
})

it('runs only where a tenant is known', async () => {
  const asked = db.system((tx) => tx.db.select({ id: leads.id }).from(leads).where(buildLeadSearchCondition('joao')))
  await expect(asked).rejects.toThrow()
})
