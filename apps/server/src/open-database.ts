import type { Config } from './kernel/config.ts'
import { requireDiskSpace } from './kernel/disk-space.ts'

/** The database that the configuration names. What only some run with is fetched by those: the libraries behind it are large. */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
  lost: (error: Error) => void,
) {
  if (!databaseUrl) {
    await requireDiskSpace(dataDir)
    return (await import('./kernel/db/embedded.ts')).openEmbedded({ dataDir })
  }
  const { openServer } = await import('./kernel/db/server.ts')
  return openServer(databaseUrl, lost, databaseOwnerUrl ?? databaseUrl)
}
