import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { startTestApp } from '../../../testing/harness/test-app.ts'
import { limitPipelining, MAX_PIPELINED_REQUESTS } from './limit-pipelining.ts'

/** Waits until a connection is closed, by a reset too. */
const isClosed = (line: Socket) => new Promise((resolve) => line.once('close', resolve))

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/** Starts a server that answers when `release` is called, and counts the requests that it has begun to work on. */
async function startServer() {
  const http = Fastify()
  limitPipelining(http)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  http.get('/healthz', async () => {
    begun += 1
    await released
    return 'ok'
  })
  const port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
  const send = async (requests: number) => {
    const line = connect(port, '127.0.0.1')
    let heard = ''
    line.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    line.on('error', () => {})
    await once(line, 'connect')
    line.write(REQUEST.repeat(requests))
    return { line, answers: () => heard.split('HTTP/1.1 200').length - 1 }
  }
  return { http, release, send, begun: () => begun }
}

it('a connection that sends two thousand requests without waiting for an answer is closed, and few of them are begun', async () => {
  const { http, send, begun } = await startServer()
  const { line, answers } = await send(2_000)
  await isClosed(line)
  expect(begun()).toBeLessThanOrEqual(MAX_PIPELINED_REQUESTS)
  expect(answers()).toBe(0)
  await http.close()
})

it('a connection that waits for its answers sends as many requests as it likes', async () => {
  const { http, release, send, begun } = await startServer()
  release()
  const { line, answers } = await send(1)
  for (let count = 1; count <= 20; count++) {
    await expect.poll(answers).toBe(count)
    line.write(REQUEST)
  }
  await expect.poll(answers).toBe(21)
  expect(begun()).toBe(21)
  line.destroy()
  await http.close()
})

it('the server closes such a connection', async () => {
  const test = await startTestApp()
  const line = connect(Number(new URL(await test.listen()).port), '127.0.0.1')
  line.on('error', () => {})
  await once(line, 'connect')
  line.resume()
  line.write(REQUEST.repeat(MAX_PIPELINED_REQUESTS + 1))
  await isClosed(line)
  expect(line.destroyed).toBe(true)
  await test.close()
})
