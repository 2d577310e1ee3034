import { lookup as lookUp } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'

/** Answers a request for a page. */
type PageHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface SiteDouble {
  port: number
  /** Requested paths, each with its host name, in order. */
  asked: string[]
  /** Sets the answer for a path. */
  page(path: string, answer: PageHandler | string): void
  /** Returns the URL of a path under the given host name. */
  at(path: string, host?: string): string
  close(): Promise<void>
}

/** Starts a web site on a local address. */
export async function openSiteDouble(address = '127.0.0.1', port = 0): Promise<SiteDouble> {
  const pages = new Map<string, PageHandler>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`)
    const page = pages.get(request.url ?? '')
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    asked,
    page: (path, answer) => {
      const html: PageHandler = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
      }
      pages.set(path, typeof answer === 'string' ? html : answer)
    },
    at: (path, host = 'site.test') => `http://${host}:${own}${path}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Returns a DNS lookup that resolves the given names to the given addresses. Each lookup of a name uses the next of its addresses and later
 * the last; other names are resolved normally.
 */
export function createStubLookup(names: Readonly<Record<string, readonly string[]>>): LookupFunction {
  const times = new Map<string, number>()
  return (hostname, options, found) => {
    const addresses = names[hostname]
    if (!addresses) return lookUp(hostname, options, (error, address, family) => found(error, address, family))
    const time = times.get(hostname) ?? 0
    times.set(hostname, time + 1)
    const address = addresses[Math.min(time, addresses.length - 1)] ?? ''
    const family = address.includes(':') ? 6 : 4
    if (options.all) found(null, [{ address, family }])
    else found(null, address, family)
  }
}
