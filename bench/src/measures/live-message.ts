import { randomUUID } from 'node:crypto'
import { HEADERS } from '@prosa/contract/http'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { inTurn, median, ratio } from '../statistics.ts'
import { startLeast } from '../support/processes.ts'
import { connectAs, makeMany, rawSocket } from '../support/sockets.ts'

const TOLD = "message to another client's socket, p50 by a raw WebSocket echo"
const STORED = "stored message at another client, p50 by its sender's answer"
/** The rate limits per user and minute are 100 events and 30 messages. */
const PEOPLE = 8
const ROUNDS = 160
const CONVERSATION = 11

const leadId = idOf('large', 'lead', CONVERSATION)
const place = { leadId, userId: idOf('large', 'user', 1), tenantId: idOf('large', 'tenant') }
const path = `/api/conversations/lead/${leadId}/${idOf('large', 'conversation', CONVERSATION)}/messages`
const content = 'Uma mensagem da bancada'

/**
 * Measures two times. A client's socket event reaches other clients of the room before it is stored; this is compared with an echo server.
 * The event of the stored message is emitted at commit, so it should arrive no later than the sender's answer.
 */
export const liveMessage: Measure = {
  name: 'live-message',
  figures: [TOLD, STORED],
  run: async (stage) => {
    const { url } = await stage.product()
    const people = await makeMany(PEOPLE, async () => {
      const socket = await connectAs(url, await stage.someone())
      await socket.say('join_conversation', place)
      return { socket, caller: await stage.caller() }
    })
    const listener = await connectAs(url, await stage.someone())
    await listener.say('join_conversation', place)
    const echo = await startLeast('echo.ts')
    const raw = await rawSocket(echo.url)
    try {
      const told = await inTurn(
        ROUNDS,
        async (round) => {
          const heard = listener.next('optimistic_message')
          people[round % PEOPLE]?.socket.tell('optimistic_message', {
            ...place,
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
        const sent = people[round % PEOPLE]?.caller
          .write('POST', path, { content }, { [HEADERS.idempotencyKey]: randomUUID() })
          .then(note(answeredAfter))
        await Promise.all([heard, sent])
      }
      return [
        { name: TOLD, value: ratio(told, 0.5) },
        { name: STORED, value: median(heardAfter) / median(answeredAfter) },
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
