import { createHmac } from 'node:crypto'
import { getIpLimitKey } from './ip-limit-key.ts'

/**
 * Returns a keyed hash of an IP address in the form of a UUID. It differs for each organisation and day, and the address cannot be
 * recovered without the server's secret.
 */
export function hashIpAddress(secret: Uint8Array, ip: string, { tenantId, day }: { tenantId: string; day: string }): string {
  const digest = createHmac('sha256', secret)
    .update(`address ${tenantId} ${day} ${getIpLimitKey(ip)}`)
    .digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
