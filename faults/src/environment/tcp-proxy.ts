import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ScenarioRandom } from '../scenario-random.ts'

export interface ProxyFaults {
  /** Delay in milliseconds of each chunk, in each direction: average and maximum deviation. */
  delay?: { middle: number; spread: number }
  /** Percentage of chunks at which the connection breaks. */
  resets?: number
  /** Percentage of answers that are dropped and followed by a broken connection, although the request was executed. */
  lostAnswers?: number
}

export interface TcpProxy {
  port: number
  /** Number of broken connections. */
  strikes: number
  close(): Promise<void>
}

/** Opens a local TCP proxy that can disturb its connections. */
export async function openTcpProxy(target: number, chance: ScenarioRandom, weather: ProxyFaults = {}): Promise<TcpProxy> {
  const lines = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      lines.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        lines.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    const strike = () => {
      proxy.strikes += 1
      near.resetAndDestroy()
      far.destroy()
    }
    carry(near, far, () => chance.happens(weather.resets ?? 0), strike)
    carry(far, near, () => chance.happens((weather.lostAnswers ?? 0) + (weather.resets ?? 0)), strike)
  })

  /** Forwards chunks in order, each after its delay and not before the previous one. */
  function carry(from: Socket, to: Socket, breaks: () => boolean, strike: () => void): void {
    const { middle, spread } = weather.delay ?? { middle: 0, spread: 0 }
    let last = 0
    from.on('data', (piece: Buffer) => {
      if (breaks()) return strike()
      const due = Math.max(last, Date.now() + chance.int(middle - spread, middle + spread))
      last = due
      if (middle === 0) to.write(piece)
      else setTimeout(() => to.writable && to.write(piece), due - Date.now())
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    strikes: 0,
    close: async () => {
      for (const line of lines) line.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
