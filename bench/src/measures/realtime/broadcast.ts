import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'
import { connectWithSession, createInBatches, openRawSocket } from '../../support/light-socket.ts'
import { startMinimalServer } from '../../support/measured-process.ts'

const BROADCAST_FIGURE = 'change told to 2,000 clients, p50 by raw WebSockets'
const CLIENT_COUNT = 2_000
const ROUNDS = 25

/**
 * Time from the request for a change until the last client has received its event. Compared with raw sockets that receive a text of the
 * same length.
 */
export const broadcastMeasure: Measure = {
  name: 'broadcast',
  figures: [BROADCAST_FIGURE],
  run: async (stage) => {
    const product = await stage.product()
    const caller = await stage.caller()
    const cookies = await createInBatches(20, () => stage.someone())
    const ours = await createInBatches(CLIENT_COUNT, (index) =>
      connectWithSession(product.url, cookies[index % cookies.length] ?? ''),
    )
    const echo = await startMinimalServer('echo.ts')
    const theirs = await createInBatches(CLIENT_COUNT, () => openRawSocket(echo.url))
    const path = `/api/conversations/lead/${buildId('large', 'lead', 7)}/${buildId('large', 'conversation', 7)}/attention`
    let text = ''
    try {
      const pairs = await measureAlternately(
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
      return [{ name: BROADCAST_FIGURE, value: getQuantileRatio(pairs, 0.5) }]
    } finally {
      for (const socket of ours) socket.close()
      for (const socket of theirs) socket.terminate()
      await echo.close()
      caller.close()
    }
  },
}
