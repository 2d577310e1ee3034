import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Reports the server's port to the bench. */
export const reportPort = (server: Server): void => {
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}
