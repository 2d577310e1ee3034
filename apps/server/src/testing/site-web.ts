import { createWeb } from '../adapters/web/fetch-public.ts'
import type { Web } from '../kernel/web.ts'
import { namesAt, type SiteDouble } from './site-double.ts'

/** Returns a web client that reaches only this site, by its name and on a standard port, and no other service of this machine. */
export function siteWeb({ port }: SiteDouble, host: string): Web {
  const web = createWeb({ allowed: ['127.0.0.1'], ports: [port], lookup: namesAt({ [host]: ['127.0.0.1'] }) })
  return { fetch: (url, limits) => web.fetch(url.replace(host, `${host}:${port}`), limits) }
}
