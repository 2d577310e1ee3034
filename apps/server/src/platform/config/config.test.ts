import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const SECRET = 'uma-frase-longa-que-so-o-teste-usa'
const SERVER = { DATABASE_URL: 'postgres://db/prosa', SESSION_SECRET: SECRET, PUBLIC_URL: 'https://prosa.exemplo.com' }
const EMBEDDED = { SESSION_SECRET: SECRET }

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

it('a server with its own PostgreSQL does not start without the address that people open', () => {
  expect(refusal({ ...SERVER, PUBLIC_URL: '' })).toContain('PUBLIC_URL é obrigatório')
  expect(refusal({ ...SERVER, HOST: '0.0.0.0' })).toBe('')
})

/** Hosts that other machines can reach. */
const OPEN_HOSTS = ['0.0.0.0', '::', '192.168.0.7', 'prosa.local', '127.0.0.1.exemplo.com']
const AT = { PUBLIC_URL: 'https://prosa.exemplo.com' }

it.each(OPEN_HOSTS)('HOST=%s without the address that people open is refused, demo or not', (HOST) => {
  for (const DEMO of ['0', '1']) expect(refusal({ ...EMBEDDED, HOST, DEMO })).toMatch(/HOST=.*falta PUBLIC_URL/s)
})

it.each(['http://prosa.exemplo.com', 'http://192.168.0.7:3000', 'HTTP://prosa.exemplo.com', 'http://127.0.0.1.exemplo.com'])(
  'a server with its own PostgreSQL is not opened at %s',
  (PUBLIC_URL) => {
    expect(refusal({ ...SERVER, PUBLIC_URL })).toMatch(/PUBLIC_URL=.*não é HTTPS/s)
    for (const here of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(refusal({ ...SERVER, PUBLIC_URL: here })).toBe('')
  },
)

it.each([
  's'.repeat(40),
  'abcd'.repeat(10),
  '0123456789abcdef'.repeat(2),
  '12345678901234567890123456789012',
  'aaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbb',
])('SESSION_SECRET=%s is refused, with how to make a good one; the one before may be such a one', (weak) => {
  for (const settings of [SERVER, EMBEDDED]) {
    expect(refusal({ ...settings, SESSION_SECRET: weak })).toMatch(/SESSION_SECRET é fácil de adivinhar.*openssl/s)
    expect(refusal({ ...settings, SESSION_SECRET_PREVIOUS: weak })).toBe('')
  }
})

it('random secrets of every usual alphabet are taken', () => {
  for (let tries = 0; tries < 200; tries++)
    for (const secret of [randomBytes(16).toString('hex'), randomBytes(24).toString('base64'), randomUUID()])
      expect(refusal({ ...EMBEDDED, SESSION_SECRET: secret })).toBe('')
})

it.each([...OPEN_HOSTS.map((HOST) => ({ HOST, ...AT })), AT])(
  'the demo’s known passwords are not opened to other machines by %o alone',
  (open) => {
    expect(refusal({ ...EMBEDDED, ...open })).toMatch(/senhas que todos conhecem.*DEMO=1/s)
    expect(readConfig({ ...EMBEDDED, ...open, DEMO: '1' })).toMatchObject({ isDemo: true, demoPasswords: 'allowed' })
    expect(readConfig({ ...EMBEDDED, ...open, DEMO: '0' })).toMatchObject({ isDemo: false, demoPasswords: 'refused' })
  },
)

it.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', PUBLIC_URL: 'http://localhost:3000' }])(
  'the demo starts for this machine with %o',
  (here) => {
    expect(readConfig({ ...EMBEDDED, ...here })).toMatchObject({ isDemo: true, demoPasswords: 'allowed' })
  },
)

it('Meta’s page for linking is taken whole, and with the secret that its codes are exchanged with', () => {
  const url = 'https://business.facebook.com/messaging/whatsapp/onboard/?app_id=21202&config_id=2132'
  const secret = { WHATSAPP_APP_SECRET: 'a'.repeat(32) }
  expect(readConfig(EMBEDDED).whatsapp.signup).toBeNull()
  expect(refusal({ ...EMBEDDED, WHATSAPP_SIGNUP_URL: url })).toContain('WHATSAPP_APP_SECRET')
  expect(refusal({ ...EMBEDDED, ...secret, WHATSAPP_SIGNUP_URL: 'https://business.facebook.com/' })).toContain('app_id')
  expect(readConfig({ ...EMBEDDED, ...secret, WHATSAPP_SIGNUP_URL: url }).whatsapp.signup).toMatchObject({ appId: '21202' })
})

it('HEAR-01 an endpoint for transcripts without its model, or a model without an endpoint, stops the start with both names', () => {
  const both = { TRANSCRIBE_BASE_URL: 'http://127.0.0.1:9/v1', TRANSCRIBE_MODEL: 'whisper-1' }
  for (const alone of Object.entries(both))
    expect(refusal({ ...EMBEDDED, ...Object.fromEntries([alone]) })).toMatch(/TRANSCRIBE_BASE_URL.*TRANSCRIBE_MODEL/)
  expect(readConfig({ ...EMBEDDED, ...both, TRANSCRIBE_PRICE: '0.006' }).transcription).toMatchObject({ price: 0.006 })
  expect(readConfig(EMBEDDED).transcription).toBeNull()
})
