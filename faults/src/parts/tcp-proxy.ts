import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Chance } from '../chance.ts'

export interface Weather {
  /** Milliseconds that each piece waits, in each direction: the middle, and how far it strays from it. */
  delay?: { middle: number; spread: number }
  /** Percent of pieces at which the line breaks. */
  resets?: number
  /** Percent of answers that are swallowed, and the line broken: the other side did what was asked. */
  lostAnswers?: number
}

export interface TcpProxy {
  port: number
  /** How often the weather struck. */
  strikes: number
  close(): Promise<void>
}

/** A line of this machine that a test can spoil. */
export async function openTcpProxy(target: number, chance: Chance, weather: Weather = {}): Promise<TcpProxy> {
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

  /** Pieces keep their order, each no sooner than the one before it. */
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
