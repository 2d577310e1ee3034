import { createWeb } from '../adapters/web/fetch-public.ts'
import type { Web } from '../kernel/web.ts'
import { namesAt, type SiteDouble } from './site-double.ts'

/** The web as a server sees it on which there is this site, by its name and at the port that sites have, and nothing else of this machine. */
export function siteWeb({ port }: SiteDouble, host: string): Web {
  const web = createWeb({ allowed: ['127.0.0.1'], ports: [port], lookup: namesAt({ [host]: ['127.0.0.1'] }) })
  return { fetch: (url, limits) => web.fetch(url.replace(host, `${host}:${port}`), limits) }
}
