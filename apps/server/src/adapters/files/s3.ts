import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../../platform/config/s3-settings.ts'
import { errors } from '../../platform/errors.ts'
import { enforceTransferRate, withDeadline } from '../../platform/external-services/with-deadline.ts'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'
import { splitIntoParts } from './split-into-parts.ts'
import { toStorePath } from './store-path.ts'

/** Size in bytes of one part of a multipart upload. S3 requires at least 5 MiB for every part except the last one. */
const PART_BYTES = 8 * 1024 * 1024

const CONNECT_TIMEOUT_MS = 5_000
/** Timeout in milliseconds of one request to the S3 store, including the upload of one part. */
const S3_REQUEST_TIMEOUT_MS = 60_000
/** Minimum download speed in bytes per second; a slower download fails. */
const MIN_BYTES_PER_SECOND = 64 * 1024

const hasErrorName = (error: unknown, ...names: string[]): boolean =>
  error instanceof S3ServiceException && names.includes(error.name)
const isNotFound = (error: unknown): boolean => hasErrorName(error, 'NoSuchKey', 'NotFound')

/** Writes a source to a temporary file, calls `use` with its path, and deletes the file. A slow source thus occupies no memory. */
async function withTempFile<T>(source: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-file-'))
  const path = join(folder, 'bytes')
  try {
    await pipeline(source, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates a file store in an S3-compatible bucket. Clients never receive the bucket's URL: all bytes pass through the server. */
export function createS3Store(
  { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey }: S3Settings,
  requestTimeoutMs = S3_REQUEST_TIMEOUT_MS,
): FileStore {
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    region,
    credentials: { accessKeyId: accessKeyId, secretAccessKey: secretAccessKey },
    // S3-compatible stores may have no subdomain for each bucket, and may reject Amazon's default checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
  })

  /**
   * Sends a request to the S3 store, with a timeout.
   * @throws 503 if the store fails or does not respond in time; errors for a missing object or an invalid range unchanged
   */
  async function sendRequest<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    try {
      return await withDeadline(requestTimeoutMs, (abortSignal) => send({ abortSignal }))
    } catch (error) {
      if (isNotFound(error) || hasErrorName(error, 'InvalidRange')) throw error
      throw Object.assign(errors.unavailable(), { cause: error })
    }
  }

  async function putInParts(Key: string, firstPart: Uint8Array, otherParts: AsyncIterable<Uint8Array>): Promise<void> {
    const { UploadId } = await sendRequest((options) => client.send(new CreateMultipartUploadCommand({ Bucket, Key }), options))
    const upload = { Bucket, Key, UploadId }
    try {
      const Parts = [await sendPart(upload, 1, firstPart)]
      for await (const bytes of otherParts) Parts.push(await sendPart(upload, Parts.length + 1, bytes))
      await sendRequest((options) =>
        client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options),
      )
    } catch (error) {
      // The store would charge for the parts of an incomplete upload.
      await sendRequest((options) => client.send(new AbortMultipartUploadCommand(upload), options)).catch(() => undefined)
      throw error
    }
  }

  async function sendPart(upload: { Key: string; UploadId: string | undefined }, PartNumber: number, Body: Uint8Array) {
    const { ETag } = await sendRequest((options) =>
      client.send(new UploadPartCommand({ Bucket, ...upload, PartNumber, Body }), options),
    )
    return { ETag, PartNumber }
  }

  async function putAll(Key: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const parts = splitIntoParts(bytes, PART_BYTES)
    try {
      const { value: firstPart = new Uint8Array() } = (await parts.next()) as { value?: Uint8Array }
      const second = await parts.next()
      if (second.done)
        await sendRequest((options) => client.send(new PutObjectCommand({ Bucket, Key, Body: firstPart }), options))
      else
        await putInParts(
          Key,
          firstPart,
          (async function* rest() {
            yield second.value
            yield* parts
          })(),
        )
    } finally {
      // If the store rejects the upload, the source has not been read to its end and must be closed.
      await parts.return(undefined)
    }
  }

  async function* streamBytes(Key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const rangeInput = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    try {
      const { Body } = await sendRequest((options) => client.send(new GetObjectCommand({ Bucket, Key, ...rangeInput }), options))
      if (!Body) return
      const body = Body as Readable
      try {
        yield* enforceTransferRate<Uint8Array>(body, { graceMs: requestTimeoutMs, bytesPerSecond: MIN_BYTES_PER_SECOND })
      } finally {
        body.destroy()
      }
    } catch (error) {
      // A range beyond the end of the file yields no bytes, as in the disk store.
      if (!hasErrorName(error, 'InvalidRange')) throw error
    }
  }
  const read: FileStore['read'] = (tenantId, name, range) =>
    Readable.from(streamBytes(toStorePath(tenantId, name), range), { objectMode: false })

  async function* listKeysBelow(Prefix: string): AsyncGenerator<string> {
    let ContinuationToken: string | undefined
    do {
      const continuation = ContinuationToken === undefined ? {} : { ContinuationToken }
      const page = await sendRequest((options) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, ...continuation }), options),
      )
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }
  const deleteObject = (Key: string) => sendRequest((options) => client.send(new DeleteObjectCommand({ Bucket, Key }), options))

  const withPath: FileStore['withPath'] = (tenantId, name, use) => withTempFile(read(tenantId, name), use)

  return {
    put: async (tenantId, name, bytes) => {
      const Key = toStorePath(tenantId, name)
      if (!(bytes instanceof Uint8Array)) return withTempFile(bytes, (path) => putAll(Key, createReadStream(path)))
      return putAll(Key, [bytes])
    },
    getSize: async (tenantId, name) => {
      try {
        const { ContentLength } = await sendRequest((options) =>
          client.send(new HeadObjectCommand({ Bucket, Key: toStorePath(tenantId, name) }), options),
        )
        return ContentLength ?? null
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    read,
    withPath,
    withBlob: (tenantId, name, use) => withPath(tenantId, name, async (path) => use(await openAsBlob(path))),
    copy: async (tenantId, sourceName, targetName) => {
      const [source, Key] = [toStorePath(tenantId, sourceName), toStorePath(tenantId, targetName)]
      await sendRequest((options) =>
        client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${source}` }), options),
      )
    },
    remove: async (tenantId, name) => {
      const Key = toStorePath(tenantId, name)
      await deleteObject(Key)
      for await (const nestedKey of listKeysBelow(`${Key}/`)) await deleteObject(nestedKey)
    },
  }
}
