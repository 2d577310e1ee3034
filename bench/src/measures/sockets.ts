import type { ChildProcess } from 'node:child_process'
import type { Measure } from '../measure.ts'
import { memoryOf, startLeast } from '../support/processes.ts'
import { connectAs, LightSocket, makeMany } from '../support/sockets.ts'

const IDLE = 'idle sockets on one process, short of 5,000'
const MEMORY = 'memory of an idle socket, by a bare Socket.IO server'
const WANTED = 5_000
/** Sockets opened before the first measurement, because the code loaded with the first socket must not count. */
const WARM_UP = 50

const growth = async (child: ChildProcess, connect: (index: number) => Promise<LightSocket>) => {
  const warm = await makeMany(WARM_UP, connect)
  const before = await memoryOf(child)
  const sockets = await makeMany(WANTED - WARM_UP, (index) => connect(WARM_UP + index))
  const each = ((await memoryOf(child)) - before) / sockets.length
  const all = [...warm, ...sockets]
  return { each, count: all.length, close: () => all.forEach((socket) => socket.close()) }
}

/** Opens five thousand idle sockets, each with its own session. */
export const sockets: Measure = {
  name: 'sockets',
  figures: [IDLE, MEMORY],
  run: async (stage) => {
    const product = await stage.product()
    const ours = await growth(product.process, async () => connectAs(product.url, await stage.someone()))
    ours.close()
    const bare = await startLeast('socket-io.ts')
    try {
      const theirs = await growth(bare.process, () => LightSocket.connect(bare.url))
      theirs.close()
      return [
        { name: IDLE, value: WANTED - ours.count },
        { name: MEMORY, value: ours.each / theirs.each },
      ]
    } finally {
      await bare.close()
    }
  },
}
