import { createHash } from 'node:crypto'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { createWebchatFile } from '@prosa/contract/calls/webchat/webchat-files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import type { Client } from '../harness/client.ts'

export const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const JPEG_HEADER = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, ...Buffer.from('JFIF\0')])

/** Returns a file of `bytes` bytes that begins like a JPEG. Each seed gives another content. */
export const createJpegFile = (bytes: number, seed: number | string = 1): Buffer =>
  Buffer.concat([JPEG_HEADER, Buffer.alloc(bytes - JPEG_HEADER.length, seed)])

const describeFile = (bytes: Uint8Array, filename: string) => ({
  sha256: computeSha256(bytes),
  size: bytes.length,
  mime_type: 'application/octet-stream',
  filename,
})

/** Announces a file. */
export const announceTestFile = async (client: Client, bytes: Uint8Array, filename: string): Promise<StoredFile> =>
  (await client.call(createFile, { body: describeFile(bytes, filename) })).data

/** Announces a file as a web-chat visitor. */
export const announceFileAsVisitor = async (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  (await visitor.call(createWebchatFile, { params: { agentId }, body: describeFile(bytes, filename) })).data

/**
 * Announces a file as a web-chat visitor and expects a refusal.
 * @returns the error
 */
export const announceRefusedFileAsVisitor = (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  visitor.refused(createWebchatFile, { params: { agentId }, body: describeFile(bytes, filename) })

/**
 * Sends one part of a file; if `agentId` is given, as a web-chat visitor.
 * @returns the unparsed answer
 */
export const uploadFilePart = (client: Client, id: string, part: number, bytes: Uint8Array, agentId?: string) =>
  client.raw({
    method: 'PUT',
    url: `/api${agentId === undefined ? '' : `/webchat/${agentId}`}/files/${id}/parts/${part}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes.subarray((part - 1) * FILE_PART_LIMITS_BYTES.max, part * FILE_PART_LIMITS_BYTES.max)),
  })

/**
 * Announces a file and uploads all its parts.
 * @returns its id
 */
export async function uploadFile(client: Client, bytes: Uint8Array, filename: string): Promise<string> {
  return uploadMissingParts(client, await announceTestFile(client, bytes, filename), bytes)
}

/**
 * Announces a file as a web-chat visitor and uploads all its parts.
 * @returns its id
 */
export async function uploadFileAsVisitor(
  visitor: Client,
  agentId: string,
  bytes: Uint8Array,
  filename: string,
): Promise<string> {
  return uploadMissingParts(visitor, await announceFileAsVisitor(visitor, agentId, bytes, filename), bytes, agentId)
}

async function uploadMissingParts(
  client: Client,
  { id, missing }: StoredFile,
  bytes: Uint8Array,
  agentId?: string,
): Promise<string> {
  for (const part of missing) {
    const { statusCode, body } = await uploadFilePart(client, id, part, bytes, agentId)
    if (statusCode !== 200) throw new Error(`Part ${part}: ${statusCode} ${body}`)
  }
  return id
}
