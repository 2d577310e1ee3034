import { ConfigError } from './config-error.ts'

/** Address and credentials of an S3-compatible bucket for files. */
export interface S3Settings {
  /** URL of the S3 endpoint; null for Amazon's endpoint. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

interface S3Environment {
  STORAGE_S3_ENDPOINT?: string | undefined
  STORAGE_S3_REGION: string
  STORAGE_S3_BUCKET?: string | undefined
  STORAGE_S3_KEY?: string | undefined
  STORAGE_S3_SECRET?: string | undefined
}

/** Returns the settings of the S3 bucket; null if files are stored on disk. @throws ConfigError if settings are missing */
export function readS3Settings(env: S3Environment): S3Settings | null {
  const { STORAGE_S3_BUCKET: bucket, STORAGE_S3_KEY: key, STORAGE_S3_SECRET: secret } = env
  if (bucket && key && secret)
    return {
      endpoint: env.STORAGE_S3_ENDPOINT ?? null,
      region: env.STORAGE_S3_REGION,
      bucket,
      accessKeyId: key,
      secretAccessKey: secret,
    }
  if (bucket || key || secret || env.STORAGE_S3_ENDPOINT)
    throw new ConfigError('STORAGE_S3_BUCKET, STORAGE_S3_KEY e STORAGE_S3_SECRET só valem juntos: defina os três, ou nenhum.')
  return null
}
