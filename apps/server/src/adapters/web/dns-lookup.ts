import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

const NAME_TIMEOUT_MS = 3_000

/**
 * Returns a function that resolves host names by DNS, within three seconds. Node's default runs in a pool of threads, without a deadline: two
 * names that do not resolve would delay every other connection of the process.
 * @param servers DNS servers instead of those of the operating system, for tests
 */
export function createDnsLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: 1 })
  if (servers) resolver.setServers(servers)
  return (hostname, { all }, callback) => {
    void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((results) => {
      const addresses = results.flatMap((result, index) =>
        result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
      )
      const [first] = addresses
      if (!first) return callback(new Error(`${hostname} has no address`), '', 0)
      return all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
}
