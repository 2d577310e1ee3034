import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { me } from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/accounts/setup'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createTenant } from '../../testing/worlds/factories.ts'
import { getSetupUrl } from './first-organisation.ts'

const ORIGIN = 'https://painel.test'
const HOUR_MS = 3_600_000
const FORM = {
  organisation: { name: 'Aurora Imóveis', domain: 'Aurora.com.br' },
  person: { name: 'Ana Souza', phone: '+5511987654321', email: 'Ana@Aurora.com.br', password: 'Outra@Senha9' },
}

let test: TestApp
beforeEach(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
})
afterEach(() => test.close())

const newToken = async () => (await getSetupUrl(test.deps, ORIGIN))?.split('/comecar#t=')[1] ?? ''
const setUp = async (token: string, change: object = {}) =>
  (await test.client()).call(calls.completeSetup, { body: { token, ...FORM, ...change } })

describe('the first organisation', () => {
  it('is the platform’s, with its first person as staff, signed in, and agents to begin with @wide', async () => {
    const token = await newToken()
    const client = await test.client()
    await client.call(calls.checkSetupToken, { body: { token } })
    await client.call(calls.checkSetupToken, { body: { token } })
    const { user } = (await client.call(calls.completeSetup, { body: { token, ...FORM } })).data
    expect(user).toMatchObject({
      name: 'Ana Souza',
      email: 'ana@aurora.com.br',
      role: 'staff',
      tenant: { name: 'Aurora Imóveis', domain: 'aurora.com.br', platform: true },
    })
    expect((await client.call(me)).data.id).toBe(user.id)
    expect((await client.call(listAgents)).data).toHaveProperty('agents.length', 3)
    await (await test.client()).signIn(FORM.person.phone, FORM.person.password)
  })

  it('is made once, however many ask at the same time; then there is neither address nor call @wide', async () => {
    const tokens = [await newToken(), await newToken()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) =>
        (await test.client()).raw({
          method: 'POST',
          url: '/api/setup',
          payload: { token: tokens[n % 2], ...FORM, person: { ...FORM.person, phone: `+55119${10_000_000 + n}` } },
          headers: { 'x-forwarded-for': `10.0.${n}.1` },
        }),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 404).length]).toEqual([1, 99])
    expect(await getSetupUrl(test.deps, ORIGIN)).toBeNull()
    const late = await test.client()
    expect(await late.refused(calls.checkSetupToken, { body: { token: tokens[0] ?? '' } })).toMatchObject({ status: 404 })
    expect(await late.refused(calls.completeSetup, { body: { token: tokens[0] ?? '', ...FORM } })).toMatchObject({ status: 404 })
  })

  it('begins with a link of this installation, less than a day old, and with a form that is right', async () => {
    const token = await newToken()
    const client = await test.client()
    expect(await client.refused(calls.checkSetupToken, { body: { token: `${token}x` } })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Link inválido.',
    })
    const wrong = { ...FORM.person, phone: '123', email: 'ana', password: 'curta' }
    expect(await client.refused(calls.completeSetup, { body: { token, ...FORM, person: wrong } })).toMatchObject({ status: 400 })
    expect(
      await client.refused(calls.completeSetup, {
        body: { token, ...FORM, person: { ...FORM.person, password: 'Senha@123456' } },
      }),
    ).toMatchObject({ status: 400, fieldErrors: { password: expect.any(String) } })
    test.advance(25 * HOUR_MS)
    expect(await client.refused(calls.checkSetupToken, { body: { token } })).toMatchObject({
      status: 400,
      message: 'Este link expirou. Reinicie o servidor para receber outro.',
    })
    await setUp(await newToken())
    expect(test.logged()).not.toContain(token)
  })

  it('is not asked for where there is an organisation', async () => {
    await createTenant(test)
    expect(await getSetupUrl(test.deps, ORIGIN)).toBeNull()
  })
})

describe('the first organisation by command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-organisation-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const run = (password: string, ...args: string[]) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const program = join(import.meta.dirname, '../../create-organisation.ts')
      const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], DATA_DIR: folder } })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
      child.on('close', (code) => resolve({ code, said }))
      child.stdin.end(`${password}\n`)
    })
  const good = [
    '--name',
    'Aurora',
    '--domain',
    'aurora.com.br',
    '--person',
    'Ana Souza',
    '--phone',
    '+5511987654321',
    '--email',
    'a@b.co',
  ]

  it('is made once; the second is refused in words, and so is what is wrong @wide', async () => {
    expect(await run('Outra@Senha9')).toMatchObject({ code: 1, said: expect.stringContaining('Uso: npm run organisation') })
    expect(await run('curta', ...good)).toMatchObject({ code: 1, said: expect.stringContaining('person.password') })
    expect(await run('Outra@Senha9', ...good)).toEqual({
      code: 0,
      said: 'Organização Aurora criada. Ana Souza entra com o telefone +5511987654321.\n',
    })
    expect(await run('Outra@Senha9', ...good)).toEqual({ code: 1, said: 'Já existe uma organização.\n' })
  }, 60_000)
})
