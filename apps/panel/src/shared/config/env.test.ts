import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { resolveBuildEnv } from './build-env.ts'
import { PATHS } from './paths.ts'
import { readEnv } from './read-env.ts'

const shipped = () => parseEnv(readFileSync(`${import.meta.dirname}/../../../.env.example`, 'utf8'))
const without = (...names: string[]) => Object.fromEntries(Object.entries(shipped()).filter(([name]) => !names.includes(name)))

describe('environment', () => {
  it('ENV-01 ENV-04 requires exactly these seven names', () => {
    const names = Object.keys(shipped()).toSorted()
    expect(names).toEqual([
      'VITE_API_BASE_URL',
      'VITE_API_TIMEOUT',
      'VITE_APP_NAME',
      'VITE_APP_VERSION',
      'VITE_SESSION_TIMEOUT',
      'VITE_TOKEN_REFRESH_BUFFER',
      'VITE_WEBSOCKET_URL',
    ])
    for (const name of names) expect(() => readEnv(without(name))).toThrow(name)
  })

  it('ENV-02 one missing value stops the start with its text', () => {
    expect(() => readEnv(without('VITE_APP_NAME'))).toThrow('Missing env variable: VITE_APP_NAME')
    expect(() => readEnv({ ...shipped(), VITE_API_TIMEOUT: '' })).toThrow('Missing env variable: VITE_API_TIMEOUT')
  })

  it('ENV-03 several missing values stop the start with theirs', () => {
    expect(() => readEnv(without('VITE_APP_NAME', 'VITE_WEBSOCKET_URL'))).toThrow(
      'Missing required environment variables: VITE_APP_NAME, VITE_WEBSOCKET_URL',
    )
  })

  it('ENV-02 ENV-03 ENV-04 a build that lacks a value stops too; only where defaults are asked for is it filled in', () => {
    expect(() => resolveBuildEnv(without('VITE_APP_NAME'), null)).toThrow('Missing env variable: VITE_APP_NAME')
    expect(() => resolveBuildEnv({}, null)).toThrow('Missing required environment variables: VITE_API_BASE_URL')
    expect(resolveBuildEnv(shipped(), null)).toEqual(shipped())
    expect(resolveBuildEnv({ VITE_APP_NAME: 'Outra' }, shipped())).toEqual({ ...shipped(), VITE_APP_NAME: 'Outra' })
  })

  it('ENV-05 a relative base and socket address are valid', () => {
    expect(readEnv(shipped())).toMatchObject({ apiBaseUrl: '/api', websocketUrl: '/' })
  })

  it('CONST-01 CONST-02 CONST-03 ships the constants of the specification (gap G24)', () => {
    expect(readEnv(shipped())).toMatchObject({ apiTimeoutMs: 30_000, sessionTimeoutMs: 3_600_000, tokenRefreshBufferMs: 300_000 })
  })
})

it("ROUTE-01 the addresses are exactly these, and our own for an agent's settings and knowledge, the organisation's and a forgotten password", () => {
  expect(Object.values(PATHS).toSorted()).toEqual(
    [
      '/agents/novo',
      '/agents/$agentId/{-$tab}',
      '/settings/{-$page}/{-$id}/{-$tab}',
      '/recuperar-senha',
      '/',
      '/login',
      '/onboarding',
      '/onboarding/error',
      '/dashboard',
      '/chat',
      '/agents',
      '/invite',
      '/user/settings',
      '/politica-privacidade',
      '/termos-servico',
      '/google-calendar/oauth2callback',
    ].toSorted(),
  )
})

it('zod, whenever it comes, compiles nothing: the content policy forbids eval', async () => {
  await import('./env.ts')
  expect((await import('zod/mini')).config().jitless).toBe(true)
})
