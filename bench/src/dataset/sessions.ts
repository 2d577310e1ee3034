import { HEADERS } from '@prosa/contract/http'
import { Caller } from '../support/http.ts'
import type { Target } from './fill.ts'
import { idOf, refreshSecretOf, type TenantName } from './ids.ts'

const REFRESH_COOKIE = 'prosa_refresh'

const hexHash = async (secret: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))).toString('hex')

/** Number of new sessions of an organisation, distributed over its users in turn. */
export interface Wanted {
  readonly sessions: number
  readonly users: number
}

/** Creates sessions directly in the database, because thousands of sign-ins would take most of the bench's time. */
export const openSessions = async ({ run }: Target, wanted: Readonly<Record<TenantName, Wanted>>): Promise<void> => {
  await run('DELETE FROM sessions')
  for (const [tenant, { sessions, users }] of Object.entries(wanted) as [TenantName, Wanted][]) {
    const rows: string[] = []
    for (let n = 1; n <= sessions; n++)
      rows.push(
        `('${idOf(tenant, 'tenant')}','${idOf(tenant, 'session', n)}','${idOf(tenant, 'user', 1 + ((n - 1) % users))}','\\x${await hexHash(refreshSecretOf(tenant, n))}',now() + interval '12 hours')`,
      )
    await run(`INSERT INTO sessions (tenant_id, id, user_id, refresh_hash, expires_at) VALUES ${rows.join(',')}`)
  }
}

/** Returns the cookies of the n-th session after a refresh as in a browser. Works once per session. */
export const cookieOf = async (url: string, tenant: TenantName, n: number): Promise<string> => {
  const refresh = `${idOf(tenant, 'tenant')}.${idOf(tenant, 'session', n)}.${refreshSecretOf(tenant, n)}`
  const caller = new Caller(url, `${REFRESH_COOKIE}=${refresh}`)
  const { cookies } = await caller.write('POST', '/api/auth/refresh', {}, { [HEADERS.requestTime]: new Date().toISOString() })
  caller.close()
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
