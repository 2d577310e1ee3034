import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { getClientIp } from './get-client-ip.ts'

it.each([
  [0, '9.9.9.9', '127.0.0.1'],
  [1, '9.9.9.9', '9.9.9.9'],
  [1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  [2, '6.6.6.6,  8.8.8.8,9.9.9.9', '8.8.8.8'],
  [3, '9.9.9.9', '9.9.9.9'],
  [1, '', '127.0.0.1'],
])('behind %i proxies, with "%s" forwarded, an address is %s, as Fastify finds it', async (hops, forwarded, address) => {
  const http = Fastify({ trustProxy: (_address: string, hop: number) => hop < hops })
  http.get('/', (request, reply) => reply.send([request.ip, getClientIp(request.raw, hops)]))
  const { body } = await http.inject({ url: '/', headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
  expect(JSON.parse(body)).toEqual([address, address])
})
