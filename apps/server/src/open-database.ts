import type { Config } from './platform/config/config.ts'
import { requireDatabaseDiskSpace } from './platform/files/disk-space.ts'

/** Opens the configured database. The drivers are imported on demand, because their libraries are large. */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
  onConnectionLost: (error: Error) => void,
) {
  if (!databaseUrl) {
    await requireDatabaseDiskSpace(dataDir)
    return (await import('./platform/database/embedded-database.ts')).openEmbeddedDatabase({ dataDir })
  }
  const { openServerDatabase } = await import('./platform/database/server-database.ts')
  return openServerDatabase(databaseUrl, onConnectionLost, databaseOwnerUrl ?? databaseUrl)
}
