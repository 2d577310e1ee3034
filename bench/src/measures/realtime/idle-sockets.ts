import type { ChildProcess } from 'node:child_process'
import type { Measure } from '../../measure.ts'
import { connectWithSession, createInBatches, LightSocket } from '../../support/light-socket.ts'
import { measureMemoryBytes, startMinimalServer } from '../../support/measured-process.ts'

const IDLE_SOCKETS_FIGURE = 'idle sockets on one process, short of 5,000'
const SOCKET_MEMORY_FIGURE = 'memory of an idle socket, by a bare Socket.IO server'
const SOCKET_COUNT = 5_000
/** Sockets opened before the first measurement, because the code loaded with the first socket must not count. */
const WARM_UP_SOCKETS = 50

const measureMemoryGrowth = async (child: ChildProcess, connect: (index: number) => Promise<LightSocket>) => {
  const warm = await createInBatches(WARM_UP_SOCKETS, connect)
  const before = await measureMemoryBytes(child)
  const sockets = await createInBatches(SOCKET_COUNT - WARM_UP_SOCKETS, (index) => connect(WARM_UP_SOCKETS + index))
  const each = ((await measureMemoryBytes(child)) - before) / sockets.length
  const all = [...warm, ...sockets]
  return { each, count: all.length, close: () => all.forEach((socket) => socket.close()) }
}

/** Opens five thousand idle sockets, each with its own session. */
export const idleSocketsMeasure: Measure = {
  name: 'sockets',
  figures: [IDLE_SOCKETS_FIGURE, SOCKET_MEMORY_FIGURE],
  run: async (stage) => {
    const product = await stage.product()
    const ours = await measureMemoryGrowth(product.process, async () => connectWithSession(product.url, await stage.someone()))
    ours.close()
    const bare = await startMinimalServer('socket-io.ts')
    try {
      const theirs = await measureMemoryGrowth(bare.process, () => LightSocket.connect(bare.url))
      theirs.close()
      return [
        { name: IDLE_SOCKETS_FIGURE, value: SOCKET_COUNT - ours.count },
        { name: SOCKET_MEMORY_FIGURE, value: ours.each / theirs.each },
      ]
    } finally {
      await bare.close()
    }
  },
}
