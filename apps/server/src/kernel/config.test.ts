import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SERVER = { DATABASE_URL: 'postgres://db/prosa', SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: 'https://prosa.exemplo.com' }
const EMBEDDED = { SESSION_SECRET: 's'.repeat(32) }

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

it.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.0.7' },
  { HOST: 'prosa.local' },
  { HOST: '127.0.0.1.exemplo.com' },
  { PUBLIC_URL: 'https://prosa.exemplo.com' },
])('the demo’s known passwords are not opened to other machines by %o alone', (open) => {
  expect(refusal({ ...EMBEDDED, ...open })).toMatch(/senhas que todos conhecem.*DEMO=1/s)
  expect(readConfig({ ...EMBEDDED, ...open, DEMO: '1' })).toMatchObject({ demo: true, knownPasswords: 'allowed' })
  expect(readConfig({ ...EMBEDDED, ...open, DEMO: '0' })).toMatchObject({ demo: false, knownPasswords: 'refused' })
})

it.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', PUBLIC_URL: 'http://localhost:3000' }])(
  'the demo starts for this machine with %o',
  (here) => {
    expect(readConfig({ ...EMBEDDED, ...here })).toMatchObject({ demo: true, knownPasswords: 'allowed' })
  },
)
