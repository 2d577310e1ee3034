import { connect } from 'node:net'

export const isListening = (address: string, defaultPort: number): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: 2_000 })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })
