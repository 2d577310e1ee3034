import { createPublicWebClient } from '../../adapters/web/fetch-public.ts'
import type { WebFetcher } from '../../platform/external-services/web-fetcher.ts'
import { createStubLookup, type SiteDouble } from '../doubles/site/site-double.ts'

/** Returns a web client that reaches only this site, by its name and on a standard port, and no other service of this machine. */
export function createSiteWebClient({ port }: SiteDouble, host: string): WebFetcher {
  const web = createPublicWebClient({
    allowedAddresses: ['127.0.0.1'],
    additionalPorts: [port],
    lookup: createStubLookup({ [host]: ['127.0.0.1'] }),
  })
  return { fetch: (url, limits) => web.fetch(url.replace(host, `${host}:${port}`), limits) }
}
