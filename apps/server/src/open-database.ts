import type { Config } from './kernel/config.ts'
import { requireDiskSpace } from './kernel/disk-space.ts'

/** Opens the configured database. The drivers are imported on demand, because their libraries are large. */
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
