import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server whose connection can be interrupted: `cut` closes all connections and accepts no new ones until `mend`. */
export interface InterruptibleProxy {
  port: number
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openInterruptibleProxy(to: { host: string; port: number }): Promise<InterruptibleProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      hangUp()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}
