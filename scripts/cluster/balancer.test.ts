import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBalancer } from './balancer.ts'

const getAddress = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listenOnFreePort = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

let processes: Server[]
let balancer: Server
let unavailableProcess = -1

beforeAll(async () => {
  processes = await Promise.all(
    ['0', '1'].map((name, place) =>
      listenOnFreePort(
        createServer((_request, response) => void response.writeHead(unavailableProcess === place ? 503 : 200).end(name)),
      ),
    ),
  )
  balancer = await listenOnFreePort(createBalancer(processes.map(getAddress)))
  await vi.waitFor(async () => expect((await requestPath('/')).status).toBe(200))
})
afterAll(() => {
  for (const server of [balancer, ...processes]) {
    server.close()
    server.closeAllConnections()
  }
})

const requestPath = async (path: string, cookie = '') => {
  const answer = await fetch(`${getAddress(balancer)}${path}`, { headers: { cookie } })
  return { status: answer.status, by: await answer.text(), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

it('requests go round; a browser’s Socket.IO stays where it began', async () => {
  const round = []
  for (let n = 0; n < 6; n++) round.push((await requestPath('/api/me')).by)
  expect(new Set(round)).toEqual(new Set(['0', '1']))
  const first = await requestPath('/socket.io/?transport=polling')
  expect(first.cookie).toBe(`prosa_process=${first.by}`)
  for (let n = 0; n < 5; n++) expect((await requestPath('/socket.io/?transport=polling', first.cookie)).by).toBe(first.by)
})

it('a process that says that it leaves gets nothing more', async () => {
  unavailableProcess = 0
  await expect
    .poll(async () =>
      (await Promise.all([requestPath('/'), requestPath('/'), requestPath('/socket.io/', 'prosa_process=0')])).map(
        ({ by }) => by,
      ),
    )
    .toEqual(['1', '1', '1'])
  unavailableProcess = -1
})
