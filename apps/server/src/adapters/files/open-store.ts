import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createDiskStore } from './disk.ts'

/** Opens the file store: an S3 bucket if one is configured, otherwise the folder `media` in the data directory. */
export const openFileStore = async ({
  s3,
  dataDir,
  databaseUrl,
}: Pick<Config, 's3' | 'dataDir' | 'databaseUrl'>): Promise<FileStore> =>
  s3 ? (await import('./s3.ts')).createS3Store(s3) : createDiskStore(join(dataDir, 'media'), { databaseUrl })
