import type { Config } from './kernel/config.ts'
import { requireDatabaseDiskSpace } from './kernel/disk-space.ts'

/** Opens the configured database. The drivers are imported on demand, because their libraries are large. */
export async function openDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
  lost: (error: Error) => void,
) {
  if (!databaseUrl) {
    await requireDatabaseDiskSpace(dataDir)
    return (await import('./kernel/db/embedded-database.ts')).openEmbeddedDatabase({ dataDir })
  }
  const { openServerDatabase } = await import('./kernel/db/server-database.ts')
  return openServerDatabase(databaseUrl, lost, databaseOwnerUrl ?? databaseUrl)
}
