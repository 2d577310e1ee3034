import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSiteDouble } from '../../testing/doubles/site/site-double.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { createPublicWebClient } from './fetch-public.ts'

const IPV4_RECORD = 1
const HEADER_BYTES = 12

/** A DNS server that resolves every name to 127.0.0.1, except names that contain `silent`, to which it never responds. */
let dns: Socket
let server: string
beforeAll(async () => {
  dns = createSocket('udp4')
  dns.on('message', (query, { port, address }) => {
    if (query.includes('silent')) return
    const question = query.subarray(HEADER_BYTES, query.indexOf(0, HEADER_BYTES) + 5)
    const hasAnswer = question.readUInt16BE(question.length - 4) === IPV4_RECORD
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, hasAnswer ? 1 : 0, 0, 0, 0, 0])
    const answer = Buffer.from([0xc0, HEADER_BYTES, 0, IPV4_RECORD, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
    dns.send(Buffer.concat([header, question, ...(hasAnswer ? [answer] : [])]), port, address)
  })
  dns.bind(0, '127.0.0.1')
  await once(dns, 'listening')
  server = `127.0.0.1:${dns.address().port}`
})
afterAll(() => dns.close())

it('fetches from the address that DNS returns', async () => {
  const site = await openSiteDouble('127.0.0.1')
  site.page('/', 'Oi')
  const web = createPublicWebClient({
    allowedAddresses: ['127.0.0.1'],
    additionalPorts: [site.port],
    lookup: createDnsLookup([server]),
  })
  const found = await web.fetch(`http://site.test:${site.port}/`, { maxBytes: 100, timeoutMs: 3_000 })
  expect('bytes' in found && Buffer.from(found.bytes).toString()).toBe('Oi')
  await site.close()
})

it('names that do not resolve end, and meanwhile do not delay other lookups of the process', async () => {
  const web = createPublicWebClient({ lookup: createDnsLookup([server]) })
  const ended: string[] = []
  const silent = Array.from({ length: 20 }, (_, n) =>
    web.fetch(`http://silent${n}.test/`, { maxBytes: 100, timeoutMs: 10_000 }).then((found) => {
      ended.push('silent')
      return found
    }),
  )
  await lookup('localhost').then(() => ended.push('other'))
  expect(ended).toEqual(['other'])
  expect(new Set((await Promise.all(silent)).map((found) => 'failed' in found && found.failed))).toEqual(new Set(['unreachable']))
}, 15_000)
