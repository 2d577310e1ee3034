import { randomUUID } from 'node:crypto'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getMedian, getQuantileRatio, measureAlternately } from '../../statistics.ts'
import { connectWithSession, createInBatches, openRawSocket } from '../../support/light-socket.ts'
import { startMinimalServer } from '../../support/measured-process.ts'

const SOCKET_EVENT_FIGURE = "message to another client's socket, p50 by a raw WebSocket echo"
const STORED_MESSAGE_FIGURE = "stored message at another client, p50 by its sender's answer"
/** The rate limits per user and minute are 100 events and 30 messages. */
const USER_COUNT = 8
const ROUNDS = 160
const CONVERSATION = 11

const leadId = buildId('large', 'lead', CONVERSATION)
const joinedRoom = { leadId, userId: buildId('large', 'user', 1), tenantId: buildId('large', 'tenant') }
const path = `/api/conversations/lead/${leadId}/${buildId('large', 'conversation', CONVERSATION)}/messages`
const content = 'Uma mensagem da bancada'

/**
 * Measures two times. A client's socket event reaches other clients of the room before it is stored; this is compared with an echo server.
 * The event of the stored message is emitted at commit, so it should arrive no later than the sender's answer.
 */
export const liveMessageMeasure: Measure = {
  name: 'live-message',
  figures: [SOCKET_EVENT_FIGURE, STORED_MESSAGE_FIGURE],
  run: async (stage) => {
    const { url } = await stage.product()
    const people = await createInBatches(USER_COUNT, async () => {
      const socket = await connectWithSession(url, await stage.someone())
      await socket.say('join_conversation', joinedRoom)
      return { socket, caller: await stage.caller() }
    })
    const listener = await connectWithSession(url, await stage.someone())
    await listener.say('join_conversation', joinedRoom)
    const echo = await startMinimalServer('echo.ts')
    const raw = await openRawSocket(echo.url)
    try {
      const told = await measureAlternately(
        ROUNDS,
        async (round) => {
          const heard = listener.next('optimistic_message')
          people[round % USER_COUNT]?.socket.tell('optimistic_message', {
            ...joinedRoom,
            tempMessageId: randomUUID(),
            content,
            userName: 'Pessoa',
            timestamp: new Date().toISOString(),
          })
          await heard
        },
        async () => {
          const heard = new Promise((resolve) => raw.once('message', resolve))
          raw.send(content)
          await heard
        },
      )
      const heardAfter: number[] = []
      const answeredAfter: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now()
        const note = (into: number[]) => () => void into.push(performance.now() - started)
        const heard = listener.next('lead').then(note(heardAfter))
        const sent = people[round % USER_COUNT]?.caller
          .write('POST', path, { content }, { [HTTP_HEADERS.idempotencyKey]: randomUUID() })
          .then(note(answeredAfter))
        await Promise.all([heard, sent])
      }
      return [
        { name: SOCKET_EVENT_FIGURE, value: getQuantileRatio(told, 0.5) },
        { name: STORED_MESSAGE_FIGURE, value: getMedian(heardAfter) / getMedian(answeredAfter) },
      ]
    } finally {
      listener.close()
      raw.terminate()
      await echo.close()
      for (const { socket, caller } of people) {
        socket.close()
        caller.close()
      }
    }
  },
}
