import type { Deps } from '../../kernel/deps.ts'
import type { Verdict } from '../../kernel/scanner.ts'

type ScanDeps = Pick<Deps, 'files' | 'scanner'>

/** What the scanner says of what came in under this name, before anybody gets it (MEDIA-26). Without a scanner it is clean. @throws when it is down */
export const scanIncoming = async ({ files, scanner }: ScanDeps, tenantId: string, name: string): Promise<Verdict> =>
  scanner ? scanner.scan(files.read(tenantId, name)) : 'clean'
