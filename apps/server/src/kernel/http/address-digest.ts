import { createHmac } from 'node:crypto'
import { addressKey } from './address-key.ts'

/**
 * Returns a keyed hash of an address, as a UUID: the same for one organisation and one of its days, another for the next. Nobody finds the
 * address again without the server's secret.
 */
export function digestAddress(secret: Uint8Array, ip: string, { tenantId, day }: { tenantId: string; day: string }): string {
  const digest = createHmac('sha256', secret)
    .update(`address ${tenantId} ${day} ${addressKey(ip)}`)
    .digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
