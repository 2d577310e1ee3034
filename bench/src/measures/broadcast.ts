import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'
import { startLeast } from '../support/processes.ts'
import { connectAs, makeMany, rawSocket } from '../support/sockets.ts'

const BROADCAST = 'change told to 2,000 clients, p50 by raw WebSockets'
const CLIENTS = 2_000
const ROUNDS = 25

/**
 * Time from the request for a change until the last client has received its event. Compared with raw sockets that receive a text of the
 * same length.
 */
export const broadcast: Measure = {
  name: 'broadcast',
  figures: [BROADCAST],
  run: async (stage) => {
    const product = await stage.product()
    const caller = await stage.caller()
    const cookies = await makeMany(20, () => stage.someone())
    const ours = await makeMany(CLIENTS, (index) => connectAs(product.url, cookies[index % cookies.length] ?? ''))
    const echo = await startLeast('echo.ts')
    const theirs = await makeMany(CLIENTS, () => rawSocket(echo.url))
    const path = `/api/conversations/lead/${idOf('large', 'lead', 7)}/${idOf('large', 'conversation', 7)}/attention`
    let text = ''
    try {
      const pairs = await inTurn(
        ROUNDS,
        async (round) => {
          const heard = Promise.all(
            ours.map(
              (socket) =>
                new Promise<void>((resolve) => {
                  socket.onPacket = (packet) => {
                    if (!packet.startsWith('42["conversation_list_updated"')) return
                    text = packet
                    resolve()
                  }
                }),
            ),
          )
          await caller.write('PATCH', path, { needs_attention: round % 2 === 0 })
          await heard
        },
        async () => {
          const heard = Promise.all(theirs.map((socket) => new Promise((resolve) => socket.once('message', resolve))))
          theirs[0]?.send(`!${text}`)
          await heard
        },
      )
      return [{ name: BROADCAST, value: ratio(pairs, 0.5) }]
    } finally {
      for (const socket of ours) socket.close()
      for (const socket of theirs) socket.terminate()
      await echo.close()
      caller.close()
    }
  },
}
